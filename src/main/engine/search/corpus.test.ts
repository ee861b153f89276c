import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatById } from '../formats/index.ts';
import { parseRecord } from '../formats/mend.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { createFinder } from './find.ts';

const corpus = process.env.TAPESCOPE_CORPUS;
const FOLDERS = ['claude-code', 'cleared', 'bub'];
/** Small files, so that a scan of all their text for each phrase is cheap. */
const MOST_BYTES = 400_000;
const PHRASES = 150;

const files = (): string[] =>
  FOLDERS.flatMap((folder) => {
    const path = join(corpus ?? '', folder);
    const all = readdirSync(path).filter((name) => name.endsWith('.jsonl'));
    return all
      .map((name) => join(path, name))
      .filter((file) => statSync(file).size < MOST_BYTES)
      .slice(0, 8);
  });

/** What a reader would look for: a file with its line, a path, a call, words of prose, words around an emoji or in Chinese. */
const KINDS: readonly RegExp[] = [
  /\b[\w-]+\.(?:go|ts|py|md|js|rs):\d+\b/gu,
  /(?:[\w.-]+\/){2,}[\w.-]+\w/gu,
  /\b[a-z]+[A-Z]\w+\(/gu,
  /[\p{L}]+ [\p{L}]+ [\p{L}]+/gu,
  /[\p{Script=Han}]{2,5}/gu,
  /[\u{2600}-\u{27bf}\u{1f300}-\u{1faff}]\ufe0f? \p{L}+/gu,
];

const plain = (text: string): string => text.normalize('NFC').toLowerCase();
const isLetter = (char: string | undefined): boolean =>
  char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char) && !/\p{Script=Han}/u.test(char);

/** An independent look: the phrase as it is written, not in the middle of a word. */
const holds = (text: string, phrase: string): boolean => {
  const starts = isLetter(phrase[0]);
  const ends = isLetter(phrase.at(-1));
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
    if (!(starts && isLetter(text[at - 1])) && !(ends && isLetter(text[at + phrase.length]))) return true;
  return false;
};

describe.skipIf(corpus === undefined)('on real logs', () => {
  it('a search finds every entry that an independent scan finds', async () => {
    const room = openEngineRoom();
    const { tapes } = await room.ingest.open(files());
    await room.ingest.idle();
    const { catalog } = room.store;
    const texts = tapes.flatMap((id) => {
      const tape = catalog.tape(id);
      const bytes = readFileSync(tape.file);
      return catalog.entries(id, 1, tape.entries + 1).map((row) => {
        const record = parseRecord(bytes, row.offset, row.offset + row.length);
        return { key: `${id}#${row.seq}`, text: record === null ? '' : formatById(tape.format).text(record) };
      });
    });
    const find = createFinder(room.home, room.store.db);
    const all = (query: string): Set<string> => {
      const keys = new Set<string>();
      for (let before: string | undefined, first = true; first || before !== undefined; first = false) {
        const page = find({ query, limit: 200, before });
        for (const { tape, seq } of page.hits) keys.add(`${tape}#${seq}`);
        before = page.next ?? undefined;
      }
      return keys;
    };
    const seen = texts.map(({ key, text }) => ({ key, text: plain(text) }));
    const phrases = KINDS.flatMap((kind) => {
      const found = [...new Set(texts.flatMap(({ text }) => text.match(kind) ?? []))].filter((phrase) => !phrase.includes('"'));
      const step = Math.max(1, Math.floor(found.length / (PHRASES / KINDS.length)));
      return found.filter((_, at) => at % step === 0).slice(0, PHRASES / KINDS.length);
    });
    expect(phrases.length).toBeGreaterThan(PHRASES / 2);
    const missed: string[] = [];
    let hits = 0;
    for (const phrase of phrases) {
      const found = all(`"${phrase}"`);
      for (const { key, text } of seen)
        if (holds(text, plain(phrase))) {
          hits += 1;
          if (!found.has(key)) missed.push(`${phrase} in ${key}`);
        }
    }
    expect(hits).toBeGreaterThan(phrases.length);
    expect(missed).toEqual([]);
  });
});
