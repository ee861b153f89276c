import type { Difference, Prefix } from '../../../shared/model/index.ts';
import { oneLine } from '../formats/json.ts';
import type { Reading } from './reading.ts';

/** More than these are not told one by one. */
const MOST_TOLD = 50;

/** What one side read, and what the side is called. */
type Side = Reading & { readonly side: 0 | 1; readonly letter: string };

/** Whether a fork is hermetic: the two witnesses of the shared prefix, and what differs in what was read around it. Pure. */
export function verdictOn(readings: readonly [Reading, Reading], letters: readonly [string, string]): Omit<Prefix, 'tokens'> {
  const a: Side = { ...readings[0], side: 0, letter: letters[0] };
  const b: Side = { ...readings[1], side: 1, letter: letters[1] };
  const sameIds = a.ids === b.ids;
  const sameText = a.text === b.text;
  const begun = floors(a, b);
  const differences = [...begun, ...entries(a, b, begun), ...environment(a, b)].slice(0, MOST_TOLD);
  if (!sameText && differences.length === 0)
    differences.push({ what: 'text', side: null, seq: null, text: 'the same entries were assembled into different text' });
  return {
    witnesses: [
      { ids: a.ids, text: a.text },
      { ids: b.ids, text: b.text },
    ],
    sameIds,
    sameText,
    hermetic: sameIds && sameText && differences.length === 0,
    words: wordsFor(sameIds, sameText, differences),
    differences,
  };
}

const wordsFor = (sameIds: boolean, sameText: boolean, differences: readonly Difference[]): string => {
  const prefix = sameIds ? 'Same prefix' : 'The chains up to the fork point differ';
  if (differences.length === 0) return `${prefix}${sameText ? ', read alike on both sides' : ''}.`;
  const [first, second] = differences;
  const told = [first, second].flatMap((difference) => (difference ? [difference.text] : [])).join('; ');
  const more = differences.length > 2 ? `; and ${differences.length - 2} more` : '';
  return `${prefix}. ${sameText ? 'What was read around it differs' : 'Its text differs'}: ${told}${more}.`;
};

/** Where a side began later than the prefix does, or later than the other side. */
const floors = (a: Side, b: Side): Difference[] => {
  const told = ({ floor: mine, side, letter }: Side, other: Reading['floor']): Difference[] => {
    if (mine === null || !(mine.behind || mine.place > Math.max(0, other?.place ?? 0))) return [];
    const how = mine.compacted ? `was compacted` : `continued from the anchor ${mine.name}`;
    const text = `${letter} ${how} before its first request and did not read the prefix itself`;
    return [{ what: 'compaction', side, seq: mine.seq, text }];
  };
  return [...told(a, b.floor), ...told(b, a.floor)];
};

const entries = (a: Side, b: Side, told: readonly Difference[]): Difference[] => {
  // A summary in place of the prefix is named once, not entry by entry.
  const prefix = told.length > 0 ? [] : [...alone(a, 'prefix', b), ...alone(b, 'prefix', a), ...cleared(a, b), ...pictures([a, b])];
  // What a request came with can be compared with nothing where the other side made none.
  if (a.ended || b.ended) return prefix;
  return [...prefix, ...alone(a, 'around', b), ...alone(b, 'around', a)];
};

/** Entries that one side read and the other did not; what is twice has to be there twice. */
const alone = ({ side, letter, ...mine }: Side, where: 'prefix' | 'around', others: Side): Difference[] => {
  const left = new Map<string, number>();
  for (const { key } of others[where]) left.set(key, (left.get(key) ?? 0) + 1);
  return mine[where].flatMap(({ key, row, preview }): Difference[] => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    if (count > 0) return [];
    const what = row.kind === 'attachment' ? 'attachment' : row.role === 'user' && row.kind === 'message' ? 'reminder' : 'entry';
    const name = what === 'reminder' ? 'a reminder' : `${row.label || row.kind}`;
    return [{ what, side, seq: row.seq, text: `only ${letter} read ${name}: ${oneLine(preview, 100)}` }];
  });
};

const cleared = (a: Side, b: Side): Difference[] => {
  const inB = new Map(b.prefix.map((read) => [read.key, read]));
  return a.prefix.flatMap((mine): Difference[] => {
    const other = inB.get(mine.key);
    if (!other || other.cleared === mine.cleared) return [];
    const { side, letter } = mine.cleared ? a : b;
    const { row } = mine.cleared ? mine : other;
    return [{ what: 'cleared', side, seq: row.seq, text: `${letter} read a placeholder for entry ${row.seq}, which had been cleared` }];
  });
};

/** A picture is in the request that its prompt came with, and in no later one. */
const pictures = (sides: readonly [Side, Side]): Difference[] =>
  sides[0].stripped === sides[1].stripped
    ? []
    : sides.flatMap(({ stripped, side, letter }): Difference[] =>
        stripped === null ? [] : [{ what: 'text', side, seq: stripped, text: `only ${letter} read the picture of its prompt` }],
      );

/** What the two requests said besides their messages, where both are recorded. */
const requests = (a: Side, b: Side): Difference[] => {
  const [inA, inB] = [a.request, b.request];
  if (inA === null || inB === null) return [];
  const sentTo = ({ side, letter }: Side, mine: typeof inA, other: typeof inA): Difference[] =>
    [...mine.keys()].flatMap((name): Difference[] =>
      other.has(name) ? [] : [{ what: 'request', side, seq: null, text: `only ${letter} was sent ${name}` }],
    );
  const changed = [...inA].flatMap(([name, key]): Difference[] =>
    (inB.get(name) ?? key) === key
      ? []
      : [{ what: 'request', side: null, seq: null, text: `${name} had other words for ${a.letter} than for ${b.letter}` }],
  );
  return [...changed, ...sentTo(a, inA, inB), ...sentTo(b, inB, inA)];
};

const environment = (a: Side, b: Side): Difference[] => {
  const differing = (
    what: Difference['what'],
    name: string,
    left: string | null | undefined,
    right: string | null | undefined,
  ): Difference[] =>
    left === right || !left || !right
      ? []
      : [{ what, side: null, seq: null, text: `the ${name} was ${left} for ${a.letter} and ${right} for ${b.letter}` }];
  return [
    ...differing('directory', 'working directory', a.facts.cwd, b.facts.cwd),
    ...differing('version', 'version of the agent', a.facts.writer, b.facts.writer),
    ...differing('model', 'model', a.model, b.model),
    ...requests(a, b),
  ];
};
