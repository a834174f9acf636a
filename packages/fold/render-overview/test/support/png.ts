/**
 * Pictures as pixels. What a browser writes is plain (8 bits, no palette, not interlaced), and read here
 * in a tenth of the time that a library for all of PNG takes; a test holds the two against each other.
 */
import { inflateSync } from "node:zlib";

export interface Image {
  readonly width: number;
  readonly height: number;
  /** The colour at a device pixel, as 0xRRGGBB. */
  readonly at: (x: number, y: number) => number;
}

export function decode(input: Uint8Array): Image {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) !== "IDAT") continue;
    parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const [depth, colorType, , , interlace] = bytes.subarray(24, 29);
  if (depth !== 8 || interlace !== 0 || (colorType !== 2 && colorType !== 6)) {
    throw new Error("this is no picture of a browser");
  }
  const pixelBytes = colorType === 2 ? 3 : 4;
  const lines = unfiltered(
    inflateSync(Buffer.concat(parts)),
    height,
    width * pixelBytes,
    pixelBytes,
  );
  return {
    width,
    height,
    at(x, y) {
      const place = (y * width + x) * pixelBytes;
      const [red, green, blue] = [lines[place] ?? 0, lines[place + 1] ?? 0, lines[place + 2] ?? 0];
      return (red << 16) | (green << 8) | blue;
    },
  };
}

/**
 * Each line begins with how it was filtered: by what is left of it, above it, or both. A loop for each
 * filter, since most of the time of these tests would go into asking for it at every byte.
 */
function unfiltered(data: Buffer, height: number, lineBytes: number, pixelBytes: number): Buffer {
  const lines = Buffer.alloc(height * lineBytes);
  let above: Uint8Array = new Uint8Array(lineBytes);
  for (let y = 0; y < height; y += 1) {
    const start = y * (lineBytes + 1);
    const from = data.subarray(start + 1, start + 1 + lineBytes);
    const line = lines.subarray(y * lineBytes, (y + 1) * lineBytes);
    unfilter(data[start] ?? 0, { from, line, above, pixelBytes });
    above = line;
  }
  return lines;
}

interface Line {
  readonly from: Uint8Array;
  readonly line: Uint8Array;
  readonly above: Uint8Array;
  readonly pixelBytes: number;
}

function unfilter(filter: number, { from, line, above, pixelBytes }: Line): void {
  const { length } = line;
  line.set(from);
  if (filter === 0) return;
  if (filter === 2) {
    for (let x = 0; x < length; x += 1) line[x] = (line[x] ?? 0) + (above[x] ?? 0);
    return;
  }
  // Left of the first pixel there are zeros.
  for (let x = 0; x < pixelBytes; x += 1) {
    const up = above[x] ?? 0;
    line[x] = (line[x] ?? 0) + (filter === 1 ? 0 : filter === 3 ? up >> 1 : up);
  }
  if (filter === 1) {
    for (let x = pixelBytes; x < length; x += 1) {
      line[x] = (line[x] ?? 0) + (line[x - pixelBytes] ?? 0);
    }
  } else if (filter === 3) {
    for (let x = pixelBytes; x < length; x += 1) {
      line[x] = (line[x] ?? 0) + (((line[x - pixelBytes] ?? 0) + (above[x] ?? 0)) >> 1);
    }
  } else {
    for (let x = pixelBytes; x < length; x += 1) {
      const left = line[x - pixelBytes] ?? 0;
      line[x] = (line[x] ?? 0) + paeth(left, above[x] ?? 0, above[x - pixelBytes] ?? 0);
    }
  }
}

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
