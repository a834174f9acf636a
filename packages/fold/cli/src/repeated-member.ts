/** Names the member that a JSON text gives twice. Asked only when there is one. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

export function repeatedMember(text: string): string {
  const open: (Set<string> | null)[] = [];
  let last = { text: "", at: 0 };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const names = open.at(-1);
      const name = String(JSON.parse(last.text));
      if (names?.has(name) === true) {
        const before = text.slice(0, last.at).split("\n");
        return `${last.text} at line ${before.length}, column ${[...(before.at(-1) ?? "")].length + 1}`;
      }
      names?.add(name);
    } else last = { text: token, at: index };
  }
  return "a member";
}
