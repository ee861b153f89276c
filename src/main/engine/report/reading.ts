import { bisect } from '../../../shared/model/bisect.ts';
/** A text as a pattern reads it, with the way back to the one that it was made of. */
export interface Reading {
  text: string;
  /** What was written in another way, in order; empty where nothing was. */
  changes: readonly Placed[];
  /** What the changes were made to; null for the original. */
  base: Reading | null;
  /** Places of `text` before which something was removed, in order. */
  joins: readonly number[];
}

/** `from` to `to` of a text became `instead`. */
interface Change {
  from: number;
  to: number;
  instead: string;
}
interface Placed extends Change {
  /** Where it is in the new text. */
  place: number;
}

/** An escape character, also as programs and `cat -v` write it. */
const ESCAPE = String.raw`(?:\u001b|\\{1,16}(?:u001[bB]|u\{1[bB]\}|x1[bB]|033|e(?=[[\]]))|\^\[(?=[[\]]))`;
/** Colours and moves of a terminal; also a colour that has lost its escape character. */
const CONTROL = String.raw`(?:${ESCAPE}\[|\u009b)[0-?]{0,32}[ -/]{0,4}[@-~]|${ESCAPE}[()][0-9AB]|\[\d{1,3}(?:;\d{1,3}){0,8}m`;
/** A title or a link of a terminal, whole. What is in it is read as well, by the reading that removes its ends only. */
const COMMAND = String.raw`(?:${ESCAPE}\]|\u009d)[^\u0007\u001b\u009c\\]{0,2000}(?:\u0007|\u009c|${ESCAPE}\\{1,16})`;
/** What takes no place: zero-width characters, soft hyphens, marks of direction, control characters. */
const INVISIBLE = String.raw`[\p{Cf}\p{DI}]|(?![\t\n\r])\p{Cc}`;
const GONE = String.raw`${CONTROL}|${ESCAPE}\]|${ESCAPE}|${INVISIBLE}`;

/** Characters written in another way: in JSON and in programs, in addresses, in pages. */
const WRITTEN = [
  String.raw`\\{1,16}(?:u\{?(?<unicode>[0-9a-fA-F]{4})\}?|x(?<byte>[0-9a-fA-F]{2})|(?<line>[nrt])|(?<sign>[^\p{L}\p{N}\s\\]))`,
  String.raw`\\{2,16}`,
  '%(?:25){0,4}(?<address>[0-7][0-9A-Fa-f])',
  String.raw`&(?:amp;){0,3}(?:#(?<decimal>\d{1,5})|#[xX](?<hexadecimal>[0-9a-fA-F]{1,4})|(?<entity>quot|apos|amp|lt|gt|shy|nbsp|zwnj|zwj));`,
].join('|');

/** Between two lines: also the frame or number that a program draws before a line that it shows, or a sign that the line continues. */
const LINE_END = String.raw`[ \t]{0,80}\\?(?:\r\n|[\n\r])[ \t]{0,200}(?:(?:[│┃|>]|\d{1,6}[→|])[ \t]{0,20})?`;

const ODD = /(?![\t\n\r])\p{Cc}|[\p{Cf}\p{DI}]|\\|%[0-7]|%25|&(?:[a-z]|#)|\^\[|\[\d/u;
const APART = new RegExp(GONE, 'gu');
const FREED = new RegExp(`${COMMAND}|${GONE}|${WRITTEN}`, 'gu');
const LINES = new RegExp(LINE_END, 'g');
/** How often an escape may be within another one. */
const DEEP = 3;

const LINE: Record<string, string> = { n: '\n', r: '\r', t: '\t' };
const ENTITY: Record<string, string> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', nbsp: ' ' };
const isLetter = /[\p{L}\p{N}]/u;
const isInvisible = new RegExp(`^(?:${INVISIBLE})$`, 'u');

/** What an escape stands for, as one UTF-16 unit; nothing for what cannot be seen. */
const meantBy = (groups: Record<string, string | undefined>): string => {
  const { unicode, byte, line, sign, address, decimal, hexadecimal, entity } = groups;
  if (line !== undefined) return LINE[line] ?? '';
  if (sign !== undefined) return sign;
  if (entity !== undefined) return ENTITY[entity] ?? '';
  const hex = unicode ?? byte ?? address ?? hexadecimal;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const letter = String.fromCharCode(code);
  return isInvisible.test(letter) ? '' : letter;
};

/** Whether a secret that has a beginning of its own begins in `text` at `at`. */
type Begins = (text: string, at: number) => boolean;

const plain = (text: string): Reading => ({ text, changes: [], base: null, joins: [] });

/** Where something was removed, before these changes and by them. */
const joinsAfter = (joins: readonly number[], changes: readonly Placed[]): number[] => {
  const all = changes.filter(({ instead }) => instead === '').map(({ place }) => place);
  let [next, by] = [0, 0];
  for (const at of joins) {
    for (let change = changes[next]; change !== undefined && change.from <= at; change = changes[++next])
      by += change.instead.length - (change.to - change.from);
    all.push(at + by);
  }
  return [...new Set(all)].sort((a, b) => a - b);
};

const rewritten = (base: Reading, changes: readonly Change[]): Reading => {
  if (changes.length === 0) return base;
  const parts: string[] = [];
  let [at, by] = [0, 0];
  const placed = changes.map((change) => {
    const { from, to, instead } = change;
    parts.push(base.text.slice(at, from), instead);
    at = to;
    const place = from + by;
    by += instead.length - (to - from);
    return { ...change, place };
  });
  // Joined, since a rope of many parts is slow to search.
  return { text: [...parts, base.text.slice(at)].join(''), changes: placed, base, joins: joinsAfter(base.joins, placed) };
};

/** A text whose invisible parts keep what is around them apart, each as a blank: they may end one word before another begins. */
const apartOf = (text: string): Reading =>
  rewritten(
    plain(text),
    [...text.matchAll(APART)].map(({ index, 0: { length } }) => ({ from: index, to: index + length, instead: ' ' })),
  );

const blanksAt = (reading: Reading, places: readonly number[]): Reading =>
  rewritten(
    reading,
    places.map((at) => ({ from: at, to: at, instead: ' ' })),
  );

/** Blanks at those joins after which a secret begins: no letter before it is a part of its word. */
const parted = (reading: Reading, begins: Begins): Reading =>
  blanksAt(
    reading,
    reading.joins.filter((at) => isLetter.test(reading.text[at - 1] ?? '') && begins(reading.text, at)),
  );

/** Blanks at the first join of each word: what comes before it may have another colour and be no part of what comes after it. */
const partedOnce = (reading: Reading): Reading => {
  const { text, joins } = reading;
  const places = joins.filter((at, number) => isLetter.test(text[at - 1] ?? '') && /\s/.test(text.slice(joins[number - 1] ?? 0, at)));
  const first = joins[0];
  return blanksAt(reading, first !== undefined && first > 0 && !places.includes(first) ? [first, ...places] : places);
};

const changeOf = ({ index, 0: part, groups = {} }: RegExpExecArray): Change => {
  const written = Object.values(groups).some((group) => group !== undefined);
  return { from: index, to: index + part.length, instead: written ? meantBy(groups) : /^\\+$/.test(part) ? '\\' : '' };
};

const nowhere: Begins = () => false;

/** A text without its invisible parts, its escapes read. */
const freedOf = (text: string, begins: Begins): Reading => {
  let reading = plain(text);
  for (let deep = 0; deep < DEEP; deep++) {
    const before = reading.text;
    const changes = [...before.matchAll(FREED)].map(changeOf).filter(({ from, to, instead }) => before.slice(from, to) !== instead);
    if (changes.length === 0) break;
    reading = parted(rewritten(reading, changes), begins);
  }
  return reading;
};

/** A word of a sentence at the end of a line: the next line does not go on with it. */
const WORD_END = /(?:^|\s)[\p{L}'’]\p{Ll}{0,14}[.,:;!?]?$/u;

/** Words at the beginning of a line: no line before it continues with them. */
const SENTENCE = /^\p{L}\p{Ll}{1,14}[.,:;!?]? {1,3}\p{L}/u;

/** A text in one line, in which a secret that was broken over two is whole again. */
export function joinedOf(reading: Reading, begins: Begins): Reading {
  const { text } = reading;
  const changes = [...text.matchAll(LINES)].map(({ index, 0: part }) => {
    const end = index + part.length;
    const apart = WORD_END.test(text.slice(Math.max(0, index - 18), index)) || SENTENCE.test(text.slice(end, end + 24));
    return { from: index, to: index + part.length, instead: apart ? ' ' : '' };
  });
  return parted(rewritten({ ...reading, joins: [] }, changes), begins);
}

/**
 * The different ways to read a text, the clearest first: without what cannot be seen and with its escapes read, with blanks for what
 * cannot be seen, and as it is (an escape may be the beginning of a name: `C:\\new`). Costs a few passes. Pure.
 */
export function readingsOf(text: string, begins: Begins): Reading[] {
  if (!ODD.test(text)) return [plain(text)];
  const known = new Set<string>();
  const freed = freedOf(text, begins);
  // What looks like the beginning of a secret may be within one.
  const unparted = freed.joins.length === 0 ? freed : freedOf(text, nowhere);
  return [freed, apartOf(text), partedOnce(freed), unparted, plain(text)].filter(
    (reading) => !known.has(reading.text) && known.add(reading.text),
  );
}

/** Where the character `at` of a reading begins and ends in the original. */
const placeAt = (reading: Reading, at: number): { from: number; to: number } => {
  const { changes, base } = reading;
  if (base === null) return { from: at, to: at + 1 };
  const change = changes[bisect(0, changes.length, (index) => (changes[index]?.place ?? 0) > at) - 1];
  if (change === undefined) return placeAt(base, at);
  const past = at - change.place - change.instead.length;
  if (past >= 0) return placeAt(base, change.to + past);
  return {
    from: placeAt(base, change.from).from,
    to: change.to > change.from ? placeAt(base, change.to - 1).to : placeAt(base, change.from).from,
  };
};

/** Where a stretch of a reading is in the original. */
export function placeOf(reading: Reading, from: number, to: number): { from: number; to: number } {
  const start = placeAt(reading, from).from;
  return { from: start, to: to > from ? placeAt(reading, to - 1).to : start };
}
