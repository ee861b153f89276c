import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { bodyIn, isPairLine, ofLine, ofPair, pairsIn } from '../formats/captured/pair.ts';
import { isObject } from '../formats/json.ts';
import type { Held, HeldLines } from './held.ts';
import { type LineFile, openLineFile } from './line-file.ts';
import { linesOfRun } from './own-run.ts';

/** What is captured in a file. */
export interface InFile {
  held: Held[];
  /** By which more is read once it has grown; null for a document, which is written again as a whole. */
  lines: LineFile | null;
}

/** What is captured in one file: a run of ours, a pair to a line, or a document with pairs. None where it is no such file. */
export function heldInFile(path: string): InFile {
  const lines = openLineFile(path, (first) => linesOfRun(first) ?? linesOfPairs(basename(path), first));
  const held = lines.read();
  return held === null ? { held: heldInDocument(readFileSync(path)), lines: null } : { held, lines };
}

/** A line that holds a pair, as its first bytes show. */
const PAIR = /^\s*\{\s*"(request|timestamp|request_id|turn|at|type)"/;
/** What comes before them, and is none. */
const SESSION = /^\{"type":"session"/;
const LOOK = 200;

const linesOfPairs = (name: string, first: Buffer): HeldLines | null => {
  if (!PAIR.test(first.toString('utf8', 0, LOOK)) || !isPairLine(bodyIn(first.toString('utf8')))) return null;
  const held: Held[] = [];
  const heldOf =
    (line: Buffer): Held =>
    () =>
      ofLine(name, bodyIn(line.toString('utf8')));
  return {
    take(line) {
      if (!SESSION.test(line.toString('utf8', 0, LOOK))) held.push(heldOf(line));
    },
    held: (torn) => (torn === null ? [...held] : [...held, heldOf(torn)]),
  };
};

const heldInDocument = (bytes: Buffer): Held[] => {
  const document = bodyIn(bytes.toString('utf8'));
  if (!Array.isArray(document) && !isObject(document)) return [];
  const { pairs, by } = pairsIn(document);
  return pairs.map((pair) => () => ofPair(pair, by));
};
