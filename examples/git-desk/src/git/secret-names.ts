/** Names of files that usually hold a secret. A name is a suspicion; a key's first line is proof. */

const SECRET_NAMES: readonly RegExp[] = [
  /^\.env(?:\..+)?$/i,
  /^.+\.env$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)$/i,
  /\.(?:pem|key|p12|pfx|jks|keystore|ppk|kdbx|asc)$/i,
  /^(?:client_)?(?:credentials?|secrets?)(?:[._-].*)?\.(?:json|ya?ml|toml|ini|txt)$/i,
  /^service[-_]account.*\.json$/i,
  /^\.(?:netrc|pgpass|npmrc|pypirc|htpasswd|git-credentials)$/i,
  /^terraform\.tfstate(?:\.backup)?$/i,
];

/** Templates say which secrets there are, and public halves are made to be shared. */
const HARMLESS_NAMES: readonly RegExp[] = [
  /(?:^|[._-])(?:example|sample|template|tmpl|dist|defaults?|schema)(?:[._-]|$)/i,
  /\.pub$/i,
];

const KEY_HEADER = /^\s*-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;
const PUBLIC_HEADER = /^\s*-----BEGIN (?:[A-Z0-9]+ )*(?:CERTIFICATE|PUBLIC KEY)(?: BLOCK)?-----/;

/** Kinds of file whose first line tells a public half from a private one. */
const ARMORED_NAME = /\.(?:pem|key|asc)$/i;

export function hasSecretName(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (HARMLESS_NAMES.some((pattern) => pattern.test(name))) return false;
  return SECRET_NAMES.some((pattern) => pattern.test(name));
}

/** Judges a file by its name and the beginning of its content, which may be unknown (null). */
export function secretEvidence(path: string, head: string | null): "name" | "header" | null {
  if (head !== null && KEY_HEADER.test(head)) return "header";
  if (!hasSecretName(path)) return null;
  const isPublic = head !== null && ARMORED_NAME.test(path) && PUBLIC_HEADER.test(head);
  return isPublic ? null : "name";
}
