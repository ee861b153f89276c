/** A run of bytes in a body: from, and to before which it ends. */
export type Run = readonly [from: number, to: number];

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OBJECT, END_OBJECT, LIST, END_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** How many containers may be open around a list that is taken apart: requests nest theirs in the body, or in one object inside of it. */
const DEEPEST = 3;

/** Shorter elements are not worth a line of their own. */
const SHORTEST = 64;

/**
 * Finds the elements of the outer lists of a JSON text (messages, tools, system blocks), in order and without overlap, where they are worth
 * keeping once. Looks at each byte once and parses nothing. A text that is not a whole JSON value has none.
 */
export function elementsOf(body: Buffer): Run[] {
  const runs: Run[] = [];
  const open: number[] = [];
  let at = 0;
  while (at < body.length) {
    const byte = body[at] ?? 0;
    const end = passed(body, at, byte, open);
    if (end === null) return [];
    if (end > at + 1 && open.at(-1) === LIST && end - at >= SHORTEST) runs.push([at, end]);
    at = end;
  }
  return open.length === 0 ? runs : [];
}

/** Steps over what begins at `at`: a whole value, or one byte of what surrounds it. Null where the text ends within a value. */
const passed = (body: Buffer, at: number, byte: number, open: number[]): number | null => {
  if (byte === QUOTE) return stringEnd(body, at);
  if (byte === OBJECT || byte === LIST) {
    if (open.at(-1) === LIST || open.length === DEEPEST) return valueEnd(body, at);
    open.push(byte);
  } else if ((byte === END_OBJECT || byte === END_LIST) && open.pop() !== (byte === END_OBJECT ? OBJECT : LIST)) return null;
  return at + 1;
};

const stringEnd = (body: Buffer, from: number): number | null => {
  let at = from;
  for (;;) {
    at = body.indexOf(QUOTE, at + 1);
    if (at < 0) return null;
    let before = at - 1;
    while (body[before] === BACKSLASH) before -= 1;
    // An even count of backslashes escapes only themselves.
    if ((at - before) % 2 === 1) return at + 1;
  }
};

const valueEnd = (body: Buffer, from: number): number | null => {
  let depth = 0;
  for (let at = from; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === QUOTE) {
      const end = stringEnd(body, at);
      if (end === null) return null;
      at = end - 1;
    } else if (byte === OBJECT || byte === LIST) depth += 1;
    else if ((byte === END_OBJECT || byte === END_LIST) && --depth === 0) return at + 1;
  }
  return null;
};
