/**
 * Which characters a font file really has glyphs for, out of its `cmap`. What a package claims for a
 * file is the range of a whole script, with gaps, and a gap would be filled by a font of the machine.
 *
 * A WOFF2 file is a header of 48 bytes, a directory with the length of each table, and all tables in
 * that order as one Brotli stream; the `cmap` is stored as it is. Of its subtables the formats 4
 * (16 bits) and 12 (all of Unicode) are read, which is what fonts for the web have.
 */
import { brotliDecompressSync } from "node:zlib";

/** Whether the font has a glyph for a code point. Throws `RangeError` for what is no such file. */
export type HasGlyph = (codePoint: number) => boolean;

/** The places of these tables in the list of tags that the format knows by number. */
const TAG = { cmap: 0, glyf: 10, loca: 11, spelledOut: 63 } as const;
const HEADER_BYTES = 48;

export function hasGlyphOf(file: Buffer): HasGlyph {
  if (file.toString("latin1", 0, 4) !== "wOF2") throw new RangeError("this is no WOFF2 file");
  const tableCount = file.readUInt16BE(12);
  const compressedBytes = file.readUInt32BE(20);
  let at = HEADER_BYTES;
  let start = 0;
  let cmap: { readonly start: number; readonly end: number } | null = null;
  for (let table = 0; table < tableCount; table += 1) {
    const flags = file.readUInt8(at);
    const tag = flags & 63;
    const version = flags >> 6;
    at += tag === TAG.spelledOut ? 5 : 1;
    const original = readBase128(file, at);
    at = original.next;
    let length = original.value;
    const isOutline = tag === TAG.glyf || tag === TAG.loca;
    if (isOutline ? version !== 3 : version !== 0) {
      const transformed = readBase128(file, at);
      at = transformed.next;
      length = transformed.value;
    }
    if (tag === TAG.cmap) cmap = { start, end: start + length };
    start += length;
  }
  if (cmap === null) throw new RangeError("the font has no cmap");
  const tables = brotliDecompressSync(file.subarray(at, at + compressedBytes));
  return readCmap(tables.subarray(cmap.start, cmap.end));
}

/** Seven bits a byte, the highest first; the eighth says that more follow. */
function readBase128(
  file: Buffer,
  from: number,
): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = from; ; at += 1) {
    const byte = file.readUInt8(at);
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, next: at + 1 };
  }
}

function readCmap(cmap: Buffer): HasGlyph {
  const count = cmap.readUInt16BE(2);
  const offsets = Array.from({ length: count }, (_, index) => cmap.readUInt32BE(8 + index * 8));
  const subtables = offsets.map((offset) => cmap.subarray(offset));
  const whole = subtables.find((subtable) => subtable.readUInt16BE(0) === 12);
  if (whole !== undefined) return readGroups(whole);
  const basic = subtables.find((subtable) => subtable.readUInt16BE(0) === 4);
  if (basic === undefined) throw new RangeError("the font has a cmap of an unknown format");
  return readSegments(basic);
}

function readGroups(subtable: Buffer): HasGlyph {
  const groups = Array.from({ length: subtable.readUInt32BE(12) }, (_, index) => {
    const at = 16 + index * 12;
    return { first: subtable.readUInt32BE(at), last: subtable.readUInt32BE(at + 4) };
  });
  return (code) => groups.some(({ first, last }) => code >= first && code <= last);
}

/** Four arrays of as many numbers: last codes, first codes, deltas, and where glyph numbers stand. */
function readSegments(subtable: Buffer): HasGlyph {
  const bytes = subtable.readUInt16BE(6);
  const segments = Array.from({ length: bytes / 2 }, (_, index) => {
    const at = 14 + index * 2;
    const offsetAt = at + 2 + 3 * bytes;
    return {
      last: subtable.readUInt16BE(at),
      first: subtable.readUInt16BE(at + 2 + bytes),
      delta: subtable.readUInt16BE(at + 2 + 2 * bytes),
      offset: subtable.readUInt16BE(offsetAt),
      offsetAt,
    };
  });
  return (code) => {
    const found = segments.find(({ last }) => code <= last);
    if (found === undefined || code < found.first) return false;
    const { first, delta, offset, offsetAt } = found;
    if (offset === 0) return ((code + delta) & 0xffff) !== 0;
    return subtable.readUInt16BE(offsetAt + offset + (code - first) * 2) !== 0;
  };
}
