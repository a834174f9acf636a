/**
 * Where a text stops being JSON (RFC 8259). Asked only after `JSON.parse` has said no: its own words
 * differ between versions of Node and often name no place.
 */

export interface JsonFault {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in code points. */
  readonly column: number;
  readonly reason: string;
}

export function jsonFault(text: string): JsonFault {
  const { offset, reason } = new Scanner(text).run();
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return {
    line: before.split("\n").length,
    column: [...before.slice(lineStart)].length + 1,
    reason,
  };
}

interface Fault {
  readonly offset: number;
  readonly reason: string;
}

/** What may come next. */
type Next = "value" | "value or ]" | "name" | "name or }" | ":" | ", or end" | "end";

const LITERALS = ["true", "false", "null"] as const;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const BLANKS = /[ \t\n\r]*/y;

class Scanner {
  private at = 0;
  private readonly open: ("[" | "{")[] = [];

  constructor(private readonly text: string) {}

  run(): Fault {
    let next: Next = "value";
    for (;;) {
      this.at += this.lengthAt(BLANKS);
      const step = this.step(next);
      if (typeof step === "object") return step;
      next = step;
    }
  }

  private step(next: Next): Next | Fault {
    const character = this.text[this.at];
    if (next === "end") return this.fault("nothing more may follow the value");
    if (character === undefined) return this.fault(`the text ends where ${WORDS[next]} should be`);
    if (next === ":") return character === ":" ? this.take("value") : this.unexpected(next);
    if (next === ", or end") return this.afterValue(character);
    if (next === "name" || next === "name or }") {
      if (character === "}" && next === "name or }") return this.close();
      return character === '"' ? this.string(":") : this.unexpected(next);
    }
    if (character === "]" && next === "value or ]") return this.close();
    return this.value(character, next);
  }

  private value(character: string, next: Next): Next | Fault {
    if (character === "{" || character === "[") {
      this.open.push(character);
      return this.take(character === "{" ? "name or }" : "value or ]");
    }
    if (character === '"') return this.string(this.after());
    const literal = LITERALS.find((word) => this.text.startsWith(word, this.at));
    const length = literal?.length ?? this.lengthAt(NUMBER);
    return length === 0 ? this.unexpected(next) : this.take(this.after(), length);
  }

  private afterValue(character: string): Next | Fault {
    const list = this.open.at(-1) === "[";
    if (character === ",") return this.take(list ? "value" : "name");
    if (character === (list ? "]" : "}")) return this.close();
    return this.fault(`"," or "${list ? "]" : "}"}" should be here`);
  }

  private string(next: Next): Next | Fault {
    this.at += 1;
    for (;;) {
      const character = this.text[this.at];
      if (character === undefined) return this.fault("the text ends inside a string");
      if (character === '"') return this.take(next);
      if (character < " ") return this.fault("a string cannot hold a bare control character");
      const length = character === "\\" ? this.lengthAt(ESCAPE) : 1;
      if (length === 0) return this.fault("this is no escape of JSON");
      this.at += length;
    }
  }

  private close(): Next {
    this.open.pop();
    return this.take(this.after());
  }

  private after(): Next {
    return this.open.length === 0 ? "end" : ", or end";
  }

  private take(next: Next, length = 1): Next {
    this.at += length;
    return next;
  }

  private lengthAt(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0].length ?? 0;
  }

  private unexpected(next: Next): Fault {
    return this.fault(`${WORDS[next]} should be here`);
  }

  private fault(reason: string): Fault {
    return { offset: Math.min(this.at, this.text.length), reason };
  }
}

const WORDS: Readonly<Record<Next, string>> = {
  value: "a value",
  "value or ]": 'a value or "]"',
  name: "a name in double quotes",
  "name or }": 'a name in double quotes or "}"',
  ":": '":"',
  ", or end": 'a "," or the end of what is open',
  end: "the end",
};
