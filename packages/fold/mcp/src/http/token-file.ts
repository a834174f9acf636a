/** The token that clients over HTTP show: in a file that only its owner can read. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from "node:fs";

export type TokenFile =
  | { readonly ok: true; readonly token: string; readonly isNew: boolean }
  | { readonly ok: false; readonly message: string };

const TOKEN_BYTES = 32;

/** What a header can carry, and nobody guesses. */
const TOKEN = /^[A-Za-z0-9._~+/=-]{32,512}$/;

/** Reads the token, or makes one if the file is not there yet. */
export function readTokenFile(path: string): TokenFile {
  try {
    const made = makeToken(path);
    return made === null ? readToken(path) : { ok: true, token: made, isNew: true };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refused(`The token file ${path} cannot be used: ${reason}`);
  }
}

function makeToken(path: string): string | null {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  try {
    // Only if there is none: two servers that start together have one token.
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: "wx" });
    return token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return null;
    throw error;
  }
}

function readToken(path: string): TokenFile {
  const descriptor = openSync(path, "r");
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return refused(`The token file ${path} is no file.`);
    // Windows has no such bits; there the folder of the user is private.
    const isOpen = process.platform !== "win32" && (stat.mode & 0o077) !== 0;
    if (isOpen) return refused(`Others can read the token file ${path}: chmod 600 it.`);
    const token = readFileSync(descriptor, "utf8").trim();
    if (TOKEN.test(token)) return { ok: true, token, isNew: false };
    return refused(
      `The token file ${path} needs 32 to 512 characters of A-Z a-z 0-9 . _ ~ + / = -; remove it for a new token.`,
    );
  } finally {
    closeSync(descriptor);
  }
}

function refused(message: string): TokenFile {
  return { ok: false, message };
}

/** Compares without telling by its time how much of a guess is right. */
export function tokenMatcher(token: string): (guess: string) => boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const expected = digest(token);
  return (guess) => timingSafeEqual(digest(guess), expected);
}
