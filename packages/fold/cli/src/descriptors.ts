/**
 * Reading and writing by descriptor. Plain blocking calls come first: they wait for a slow reader and
 * cost nothing to load. Only a descriptor that somebody has set to non-blocking needs a stream.
 */
import { readSync, writeSync } from "node:fs";
import type { ReadFile, Wrote } from "./io.js";

const CHUNK_BYTES = 64 * 1024;

/** Writes all of a text, however slowly it is read. */
export async function writeDescriptor(
  descriptor: number,
  text: string,
  stream: () => NodeJS.WritableStream,
): Promise<Wrote> {
  const bytes = Buffer.from(text, "utf8");
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    return { ok: true };
  } catch (error) {
    if (errorReason(error) !== "EAGAIN") return notWritten(error);
    return writeStream(stream(), bytes.subarray(written));
  }
}

function writeStream(stream: NodeJS.WritableStream, bytes: Uint8Array): Promise<Wrote> {
  return new Promise((resolve) => {
    // The callback has the error as well; without a listener it would also be thrown.
    const ignore = (): void => {};
    stream.on("error", ignore);
    stream.write(bytes, (error) => resolve(error ? notWritten(error) : { ok: true }));
  });
}

function notWritten(error: unknown): Wrote {
  const reason = errorReason(error);
  return { ok: false, readerGone: reason === "EPIPE" || reason === "ECONNRESET", reason };
}

/** Reads a descriptor to its end. */
export async function readDescriptor(
  descriptor: number,
  stream: () => NodeJS.ReadableStream,
): Promise<ReadFile> {
  const chunks: Uint8Array[] = [];
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const count = readSync(descriptor, chunk);
      if (count === 0) return { ok: true, bytes: Buffer.concat(chunks) };
      chunks.push(chunk.subarray(0, count));
    }
  } catch (error) {
    const reason = errorReason(error);
    // On Windows the end of a pipe is an error of this name.
    if (reason === "EOF") return { ok: true, bytes: Buffer.concat(chunks) };
    return reason === "EAGAIN" ? readStream(stream(), chunks) : { ok: false, reason };
  }
}

async function readStream(
  stream: NodeJS.ReadableStream,
  chunks: readonly Uint8Array[],
): Promise<ReadFile> {
  const all = [...chunks];
  try {
    for await (const chunk of stream) all.push(Buffer.from(chunk));
    return { ok: true, bytes: Buffer.concat(all) };
  } catch (error) {
    return { ok: false, reason: errorReason(error) };
  }
}

/** The code of a failing system call; whatever else was thrown is a bug and is thrown on. */
export function errorReason(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string")
    return error.code;
  throw error;
}
