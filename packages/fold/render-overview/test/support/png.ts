import { PNG } from "pngjs";

export interface Image {
  readonly width: number;
  readonly height: number;
  /** The colour at a device pixel, as 0xRRGGBB. */
  readonly at: (x: number, y: number) => number;
}

export function decode(bytes: Uint8Array): Image {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  return {
    width,
    height,
    at: (x, y) => {
      const start = (y * width + x) * 4;
      return ((data[start] ?? 0) << 16) | ((data[start + 1] ?? 0) << 8) | (data[start + 2] ?? 0);
    },
  };
}
