/** A reference inside a text: where it stands, how it reads, and what it names. */
export interface Cited {
  /** Place in the text, UTF-16 units. */
  at: number;
  text: string;
  number: number | null;
  id: string | null;
  /** `#128` may as well be an issue or a colour: it counts only where there is such an entry. */
  loose: boolean;
}

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const LIST = '\\d{1,9}(?:\\s{0,3}(?:,|and|&|-|–)\\s{0,3}#?\\d{1,9}){0,40}';

const IDS = new RegExp(`\\b${UUID}\\b`, 'g');
const WHOLE = new RegExp(`^${UUID}$`);
/** Ids, `[128]` and `[128, 130]`, `entry 128` and `entries 128, 130 and 131`, `#128`. */
const ALL = new RegExp(
  `\\b(${UUID})\\b|(?<![\\w\\]])\\[(${LIST})\\](?!\\()|\\b[Ee]ntr(?:y|ies)\\s{1,3}#?(${LIST})\\b|(?<![\\w&/])#(\\d{1,9})\\b`,
  'g',
);

export function isUuid(text: string): boolean {
  return text.length === 36 && WHOLE.test(text);
}

/** References in a text, in order. Numbers only where `numbered`: a writer that numbers nothing cannot mean an entry by one. */
export function citedIn(text: string, numbered: boolean): Cited[] {
  const found: Cited[] = [];
  for (const match of text.matchAll(numbered ? ALL : IDS)) {
    const [whole, id, listed, named, hash] = match;
    const list = listed ?? named ?? hash;
    if (list === undefined) found.push({ at: match.index, text: whole, number: null, id: id ?? whole, loose: false });
    else found.push(...numbersIn(list, match.index + whole.lastIndexOf(list), hash !== undefined));
  }
  return found;
}

const numbersIn = (list: string, at: number, loose: boolean): Cited[] =>
  [...list.matchAll(/\d+/g)].map((match) => ({ at: at + match.index, text: match[0], number: Number(match[0]), id: null, loose }));
