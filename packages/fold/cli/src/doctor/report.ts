/** An examination as lines for a person: where it stands, what is wrong, what can be done, a verdict. */
import { visible } from "@fold/brief";
import type { Corrupt, Examination, Finding, Salvaged } from "@fold/contracts";
import { shellWord } from "../shell-word.js";
import { type TypedAt, typedProgram } from "../typed-command.js";
import type { DoctorWords } from "./words.js";

/** Files named under one note; the JSON names all. */
const FILES_MAX = 10;

/** Damage for which the sound beginning, or the mended copy, is a way to go on. */
const WITHOUT_STEPS = new Set<Corrupt["reason"]>(["newer_format"]);

export function reportLines(
  examination: Examination,
  { words, io }: { readonly words: DoctorWords; readonly io: TypedAt["io"] },
): readonly string[] {
  const { dir, failure, findings, salvaged } = examination;
  const sections = [
    [words.store(dir), words.log(examination)],
    failure === null ? [] : failureLines(failure, words),
    failure === null || salvaged !== null || WITHOUT_STEPS.has(failure.reason)
      ? []
      : stepLines({ dir, io }, words),
    noteLines(findings, words),
    salvaged === null ? [] : salvagedLines(salvaged, words),
    [words.verdict(examination)],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]))
    .map(visible);
}

function failureLines(failure: Corrupt, words: DoctorWords): readonly string[] {
  const { what, remedy } = words.failures[failure.reason];
  const { detail } = failure;
  return [
    `${words.place(failure)}${words.sentence(what)}`,
    ...(detail === undefined ? [] : [`  ${words.detail(detail)}`]),
    `  ${words.toDo(remedy)}`,
  ];
}

function stepLines({ dir, io }: TypedAt, words: DoctorWords): readonly string[] {
  const copy = shellWord(`${dir}-salvaged`);
  const store = shellWord(dir);
  return words.steps({
    salvage: `${typedProgram(io, "fold-doctor")} ${store} --salvage ${copy}`,
    look: `${typedProgram(io, "fold")} state --dir ${copy} --format brief`,
    exchange: `mv ${store} ${shellWord(`${dir}-damaged`)} && mv ${copy} ${store}`,
  });
}

/** One note for all files of which the same is to be said. */
function noteLines(findings: readonly Finding[], words: DoctorWords): readonly string[] {
  if (findings.length === 0) return [];
  const byCode = new Map<Finding["code"], Finding[]>();
  for (const finding of findings) {
    byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
  }
  return [
    words.notes(findings.length),
    ...[...byCode].flatMap(([code, same]) => {
      const { what, remedy } = words.findings[code];
      const named = same.slice(0, FILES_MAX).map(words.found);
      const more = same.length - named.length;
      const files = [...named, ...(more === 0 ? [] : [words.more(more)])].join(", ");
      return [`- ${files}${words.sentence(what)}`, `  ${words.toDo(remedy)}`];
    }),
  ];
}

function salvagedLines(salvaged: Salvaged, words: DoctorWords): readonly string[] {
  const { left, mended } = salvaged;
  const names = left.files.slice(0, FILES_MAX);
  const more = left.files.length - names.length;
  const files = [...names, ...(more === 0 ? [] : [words.more(more)])].join(", ");
  return [
    words.copied(salvaged),
    ...mended.map(words.mended),
    left.bytes === 0 ? words.leftNothing : words.left(left),
    ...(files === "" ? [] : [words.leftFiles(files)]),
  ];
}
