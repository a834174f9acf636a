import type { Language } from "@fold/brief";
import { TIERS, type Tier } from "@fold/contracts/values";
import type { StateQuery } from "@fold/sdk";
import { readNow } from "../instant-option.js";
import type { Io } from "../io.js";
import { COMMON_OPTIONS, type OptionTable, oneOf, readOptions, wholeNumber } from "../options.js";
import { misused, type Parsed, parsed } from "../parsed.js";

export const STATE_OPTIONS = {
  ...COMMON_OPTIONS,
  now: { type: "string" },
  layer: { type: "string" },
  depth: { type: "string" },
  entry: { type: "string" },
  since: { type: "string" },
  format: { type: "string", values: ["json", "brief"] },
  lang: { type: "string", values: ["en", "zh"] },
  overview: { type: "string", values: "folder" },
  kinds: { type: "string" },
  "min-tier": { type: "string", values: TIERS },
  top: { type: "string" },
  html: { type: "boolean" },
} as const satisfies OptionTable;

export interface StateOptions {
  readonly dir: string | undefined;
  readonly query: StateQuery;
  readonly format: "json" | "brief";
  readonly lang: Language;
  readonly overview: OverviewOptions | null;
}

export interface OverviewOptions {
  readonly dir: string;
  readonly kinds: readonly string[] | null;
  readonly minTier: Tier | null;
  readonly top: number | null;
  readonly html: boolean;
}

type Given =
  ReturnType<typeof readOptions<typeof STATE_OPTIONS>> extends Parsed<infer Line>
    ? Line extends { readonly options: infer Options }
      ? Options
      : never
    : never;

/** The command line of `state`; null where only its help is asked for. */
export function readStateOptions(
  args: readonly string[],
  io: Pick<Io, "now">,
): Parsed<StateOptions | null> {
  const line = readOptions(args, STATE_OPTIONS);
  if (!line.ok) return line;
  const { options, operands } = line.value;
  if (options.help) return parsed(null);
  if (operands.length > 0) return misused(`state takes no operand, but got "${operands[0]}"`);
  const clash = clashOf(options);
  if (clash !== null) return misused(clash);

  const now = readNow(options.now, io.now);
  if (!now.ok) return now;
  const depth = wholeNumber("depth", options.depth, { least: 1 });
  if (!depth.ok) return depth;
  const since = wholeNumber("since", options.since);
  if (!since.ok) return since;
  const format = oneOf("format", options.format, ["json", "brief"]);
  if (!format.ok) return format;
  const lang = oneOf("lang", options.lang, ["en", "zh"]);
  if (!lang.ok) return lang;
  const overview = readOverview(options);
  if (!overview.ok) return overview;
  return parsed({
    dir: options.dir,
    query: {
      now: now.value,
      layer: options.layer,
      depth: depth.value,
      entry: options.entry,
      since: since.value,
    },
    format: format.value ?? "json",
    lang: lang.value ?? "en",
    overview: overview.value,
  });
}

/** Which options of the state itself go together, the SDK says; the overview is ours. */
function clashOf({ entry, overview }: Given): string | null {
  if (overview === undefined || entry === undefined) return null;
  return "--overview draws a layer: it goes without --entry";
}

function readOverview(options: Given): Parsed<OverviewOptions | null> {
  const { overview: dir, top, html } = options;
  const kinds = readKinds(options.kinds);
  if (!kinds.ok) return kinds;
  const minTier = oneOf("min-tier", options["min-tier"], TIERS);
  if (!minTier.ok) return minTier;
  const count = wholeNumber("top", top, { least: 1 });
  if (!count.ok) return count;
  if (dir === undefined) {
    const alone = html || (kinds.value ?? minTier.value ?? count.value) !== undefined;
    return alone
      ? misused("--kinds, --min-tier, --top and --html say what --overview draws: name it as well")
      : parsed(null);
  }
  return parsed({
    dir,
    kinds: kinds.value ?? null,
    minTier: minTier.value ?? null,
    top: count.value ?? null,
    html,
  });
}

/** An empty name is a slip, and one that is left out of a filter would leave out everything. */
function readKinds(text: string | undefined): Parsed<readonly string[] | undefined> {
  const kinds = text?.split(",").map((kind) => kind.trim());
  if (kinds?.includes("") !== true) return parsed(kinds);
  return misused(
    `--kinds is one kind, or several with a comma between two, such as risk,decision, not "${text}"`,
  );
}
