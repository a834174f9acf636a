/** Compares index segments with the log while the log is walked. */
import { join } from "node:path";
import type { Finding, Kernel, LogRecord } from "@fold/contracts";
import { type FsPort, systemCode } from "../fs-port.js";
import { hashKey } from "../index-files/key-hash.js";
import { bytesInFile, Segment, type SegmentBytes, SegmentDamaged } from "../index-files/segment.js";
import { lowOf, postingAt } from "../index-files/segment-file.js";
import { INDEX_NAME, isTemporaryName, segmentRange } from "../names.js";

export interface IndexCheck {
  onRecord(record: LogRecord, place: { readonly offset: number; readonly end: number }): void;
  /**
   * What was found, once the walk is over. Where the log is damaged, what stands for records behind
   * the damage cannot be compared, and nothing is said of it.
   */
  finish(walked: { readonly lastSeq: number; readonly isDamaged: boolean }): readonly Finding[];
}

interface Checked {
  readonly file: string;
  readonly segment: Segment;
  fault: string | null;
  /** Order does not matter to a sum, so no record has to be kept. */
  sum: number;
  postings: number;
}

export function checkIndex(fs: FsPort, dir: string, kernel: Kernel): IndexCheck {
  const findings: Finding[] = [];
  const segments = openAll(fs, dir, findings);
  return {
    onRecord(record, { offset, end }) {
      const seq = record.event_seq;
      const open = segments.filter(({ segment }) => segment.first <= seq && seq <= segment.last);
      if (open.length === 0) return;
      const keys = new Set(kernel.factKeys(record));
      for (const checked of open)
        guard(checked, () => compare(checked, { record, keys, offset, end }));
    },
    finish({ lastSeq, isDamaged }) {
      for (const checked of segments) {
        if (isDamaged && checked.segment.last > lastSeq) {
          checked.segment.close();
          continue;
        }
        guard(checked, () => compareSums(checked, lastSeq));
        const { file, fault, segment } = checked;
        if (fault !== null) findings.push({ code: "segment_differs", file, reason: fault });
        else if (isCoveredByAnother(segment, segments))
          findings.push({ code: "segment_unused", file });
        segment.close();
      }
      return findings;
    },
  };
}

function openAll(fs: FsPort, dir: string, findings: Finding[]): Checked[] {
  const segments: Checked[] = [];
  for (const name of namesIn(fs, join(dir, INDEX_NAME), findings)) {
    const file = join(INDEX_NAME, name);
    if (isTemporaryName(name)) findings.push({ code: "temporary_file", file });
    else if (segmentRange(name) === null) findings.push({ code: "foreign_file", file });
    else {
      const opened = open(fs, join(dir, file));
      if (typeof opened === "string") {
        findings.push({ code: "segment_damaged", file, reason: opened });
      } else if (opened !== null) {
        segments.push({ file, segment: opened, fault: null, sum: 0, postings: 0 });
      }
    }
  }
  return segments;
}

/** A segment, or what is wrong with it; null where it was put away since it was listed. */
function open(fs: FsPort, path: string): Segment | string | null {
  let bytes: SegmentBytes;
  try {
    bytes = bytesInFile(fs, path);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return code === "ENOENT" ? null : code;
  }
  const segment = Segment.open(bytes);
  if (segment === null) bytes.close();
  return segment ?? "its header does not fit";
}

function namesIn(fs: FsPort, dir: string, findings: Finding[]): readonly string[] {
  try {
    return [...fs.list(dir)].sort();
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    if (code !== "ENOENT") {
      findings.push({ code: "segment_damaged", file: INDEX_NAME, reason: code });
    }
    return [];
  }
}

function guard(checked: Checked, run: () => void): void {
  if (checked.fault !== null) return;
  try {
    run();
  } catch (error) {
    if (!(error instanceof SegmentDamaged)) throw error;
    checked.fault = "a page is damaged";
  }
}

interface Filed {
  readonly record: LogRecord;
  readonly keys: ReadonlySet<string>;
  readonly offset: number;
  readonly end: number;
}

function compare(checked: Checked, { record, keys, offset, end }: Filed): void {
  const { segment } = checked;
  const seq = record.event_seq;
  if (segment.offsetOf(seq) !== offset) checked.fault = `record ${seq} is somewhere else`;
  if (segment.last === seq) {
    const { header } = segment;
    const isEnd = header.end === end && header.last_hash === record.hash;
    if (!isEnd) checked.fault = "it belongs to another log";
  }
  for (const key of keys) {
    const { high, low } = hashKey(key);
    checked.sum = added(checked.sum, high, lowOf({ high, low }, seq - segment.first));
    checked.postings += 1;
  }
}

function compareSums(checked: Checked, lastSeq: number): void {
  const { segment } = checked;
  if (segment.last > lastSeq) {
    checked.fault = "it goes on after the end of the log";
    return;
  }
  const postings = segment.postings();
  let sum = 0;
  for (let at = 0; at < segment.header.postings; at += 1) {
    const { high, low } = postingAt(postings, at);
    sum = added(sum, high, low);
  }
  if (sum !== checked.sum || segment.header.postings !== checked.postings) {
    checked.fault = "its entries are not those of the log";
  }
}

function added(sum: number, high: number, low: number): number {
  return (sum + Math.imul(high ^ 0x9e3779b1, 0x85ebca6b) + Math.imul(low ^ high, 0xc2b2ae35)) | 0;
}

function isCoveredByAnother(segment: Segment, all: readonly Checked[]): boolean {
  return all.some(
    ({ segment: other }) =>
      other !== segment && other.first <= segment.first && segment.last <= other.last,
  );
}
