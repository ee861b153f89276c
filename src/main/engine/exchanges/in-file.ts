import { bodyIn, isPairLine, ofLine, ofPair, pairsIn } from '../formats/captured/pair.ts';
import { isObject } from '../formats/json.ts';
import type { Held } from './held.ts';
import { heldInRun } from './own-run.ts';

/** What is captured in one file: a run of ours, a pair to a line, or a document with pairs. None where it is no such file. */
export function heldInFile(name: string, bytes: Buffer): Held[] {
  return heldInRun(bytes) ?? heldInLines(name, bytes) ?? heldInDocument(bytes);
}

/** A line that holds a pair, as its first bytes show. */
const PAIR = /^\s*\{\s*"(request|timestamp|request_id|turn|at|type)"/;
/** What comes before them, and is none. */
const SESSION = /^\{"type":"session"/;
const LOOK = 200;

const heldInLines = (name: string, bytes: Buffer): Held[] | null => {
  if (!PAIR.test(bytes.toString('utf8', 0, LOOK))) return null;
  const lines = [...linesOf(bytes)];
  const [first] = lines;
  if (first === undefined || !isPairLine(bodyIn(bytes.toString('utf8', ...first)))) return null;
  return lines
    .filter(([from]) => !SESSION.test(bytes.toString('utf8', from, from + LOOK)))
    .map(
      ([from, to]) =>
        () =>
          ofLine(name, bodyIn(bytes.toString('utf8', from, to))),
    );
};

function* linesOf(bytes: Buffer): Generator<[from: number, to: number]> {
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(10, from);
    const end = at < 0 ? bytes.length : at;
    if (end > from + 1) yield [from, end];
    from = end + 1;
  }
}

const heldInDocument = (bytes: Buffer): Held[] => {
  const document = bodyIn(bytes.toString('utf8'));
  if (!Array.isArray(document) && !isObject(document)) return [];
  const { pairs, by } = pairsIn(document);
  return pairs.map((pair) => () => ofPair(pair, by));
};
