/** A word of a command line. `key` is set for `key=value`, `--key=value` and `--key`; a bare `--key` has no value. */
export interface Word {
  key: string | null;
  value: string | null;
}

export interface Split {
  words: Word[];
  /** The quote character that is opened and never closed; null where the line is whole. */
  open: string | null;
}

const KEY = /^(?:--)?([a-z][a-z0-9_-]*)=/i;
const FLAG = /^--([a-z][a-z0-9_-]*)$/i;

/**
 * Splits a line into words as a shell would: blanks separate, single quotes keep all, double quotes and bare text take a
 * backslash. A key counts only where it is unquoted, so that `"a=b"` is a value. Nothing is ever expanded.
 */
export function splitWords(line: string): Split {
  const words: Word[] = [];
  let text = '';
  /** Characters of `text` up to the first quoted one: only there can a key stand. */
  let bare = 0;
  let begun = false;
  let open: string | null = null;
  const take = (char: string, plain: boolean): void => {
    if (plain && bare === text.length) bare += char.length;
    text += char;
    begun = true;
  };
  const end = (): void => {
    if (begun) words.push(toWord(text, bare));
    text = '';
    bare = 0;
    begun = false;
  };
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? '';
    const next = line[at + 1];
    if (open === null && /\s/.test(char)) end();
    else if (open === null && (char === '"' || char === "'")) {
      open = char;
      begun = true;
    } else if (char === open) open = null;
    else if (char === '\\' && open !== "'" && next !== undefined && (open === null || next === '"' || next === '\\')) {
      take(next, false);
      at += 1;
    } else take(char, open === null);
  }
  end();
  return { words, open };
}

const toWord = (text: string, bare: number): Word => {
  const key = KEY.exec(text.slice(0, bare));
  if (key?.[1] !== undefined) return { key: keyOf(key[1]), value: text.slice(key[0].length) };
  const flag = bare === text.length ? FLAG.exec(text) : null;
  if (flag?.[1] !== undefined) return { key: keyOf(flag[1]), value: null };
  return { key: null, value: text };
};

/** `--next-step` and `next_step` are the same key. */
const keyOf = (spelled: string): string => spelled.toLowerCase().replaceAll('-', '_');
