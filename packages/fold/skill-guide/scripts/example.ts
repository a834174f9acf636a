/** The typed blocks of the guide: examples with what Fold answers, and the states that they start from. */

/** What an answer has to be: an outcome, and after a colon the type of its record or its first violation. */
export interface Expectation {
  readonly outcome: "accepted" | "rejected" | "read";
  readonly detail: string | null;
}

interface ExampleBase {
  readonly id: string;
  readonly code: string;
}

/** A batch, as `fold commit` reads it on standard input. */
export interface CommitExample extends ExampleBase {
  readonly kind: "commit";
  /** A state, then examples that were accepted before this one. */
  readonly given: readonly [string, ...string[]];
  /** When it is sent; when the state was made unless set. */
  readonly now: string | null;
  /** `wrong` is bad judgement, whatever Fold answers. */
  readonly form: "wrong" | "right" | null;
  readonly expect: Expectation;
  /** The sentence of the first violation. */
  readonly says: string | null;
}

/** Lines for a shell in a folder with a store. */
export interface ShellExample extends ExampleBase {
  readonly kind: "sh";
  readonly given: readonly [string, ...string[]];
  readonly expect: Expectation;
}

/** A program; the fenced text behind it is what it prints. */
export interface ProgramExample extends ExampleBase {
  readonly kind: "js";
}

export type Example = CommitExample | ShellExample | ProgramExample;

/** A step on the way to a state, as in the cases of `conformance/`. */
export type StateStep =
  | { readonly actor: string; readonly commit: Readonly<Record<string, unknown>> }
  | { readonly actor: string; readonly annotate: Readonly<Record<string, unknown>> };

export interface ExampleState {
  readonly id: string;
  readonly now: string;
  readonly steps: readonly StateStep[];
}

interface CodeBlock {
  readonly language: string;
  readonly meta: string;
  readonly code: string;
}

type Fault = (message: string) => never;

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  "fold-commit": ["id", "given", "now", "form", "expect", "says"],
  "fold-sh": ["id", "given", "expect"],
  "fold-js": ["id"],
  "fold-state": ["id", "now"],
};

export function exampleOf(block: CodeBlock, fault: Fault): Example {
  const attributes = attributesOf(block, fault);
  const id = attributes.get("id") ?? fault("an example needs an id");
  const { code } = block;
  switch (block.language) {
    case "fold-js":
      return { kind: "js", id, code };
    case "fold-sh":
      return {
        kind: "sh",
        id,
        code,
        given: givenOf(attributes, fault),
        expect: expectOf(attributes, fault),
      };
    case "fold-commit":
      return {
        kind: "commit",
        id,
        code,
        given: givenOf(attributes, fault),
        now: attributes.get("now") ?? null,
        form: formOf(attributes.get("form"), fault),
        expect: expectOf(attributes, fault),
        says: attributes.get("says") ?? null,
      };
    default:
      return fault(`there is no block "${block.language}"`);
  }
}

export function stateOf(block: CodeBlock, fault: Fault): ExampleState {
  const attributes = attributesOf(block, fault);
  const id = attributes.get("id") ?? fault("a state needs an id");
  const now = attributes.get("now") ?? fault("a state needs its now");
  // Whether the steps are what they should be is found out by the tests, which send them.
  const steps: readonly StateStep[] = JSON.parse(block.code);
  return { id, now, steps };
}

function attributesOf({ language, meta }: CodeBlock, fault: Fault): ReadonlyMap<string, string> {
  const known = ATTRIBUTES[language] ?? fault(`there is no block "${language}"`);
  const attributes = new Map<string, string>();
  const rest = meta.replace(/([a-z]+)=(?:"([^"]*)"|(\S+))/g, (_, name: string, quoted, bare) => {
    if (!known.includes(name)) fault(`${language} has no "${name}"; it has ${known.join(", ")}`);
    if (attributes.has(name)) fault(`"${name}" stands there twice`);
    attributes.set(name, quoted ?? bare);
    return "";
  });
  if (rest.trim() !== "") fault(`"${rest.trim()}" is not of the form name=value`);
  return attributes;
}

function givenOf(
  attributes: ReadonlyMap<string, string>,
  fault: Fault,
): readonly [string, ...string[]] {
  const [state, ...before] = attributes.get("given")?.split("+") ?? [];
  return state === undefined
    ? fault("an example needs the state that is given")
    : [state, ...before];
}

function formOf(form: string | undefined, fault: Fault): CommitExample["form"] {
  if (form === undefined) return null;
  return form === "wrong" || form === "right"
    ? form
    : fault(`form is wrong or right, not "${form}"`);
}

function expectOf(attributes: ReadonlyMap<string, string>, fault: Fault): Expectation {
  const [outcome, detail = null] = attributes.get("expect")?.split(":") ?? [];
  if (outcome === "accepted" || outcome === "rejected" || outcome === "read")
    return { outcome, detail };
  return fault("expect is accepted, rejected or read, with a detail after a colon");
}
