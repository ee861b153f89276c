import type { Difference, Prefix } from '../../../shared/model/index.ts';
import { oneLine } from '../formats/json.ts';
import type { Read, Reading } from './reading.ts';

/** More than these are not told one by one. */
const MOST_TOLD = 50;
const SIDES = ['A', 'B'] as const;

/** Whether a fork is hermetic: the two witnesses of the shared prefix, and what differs in what was read around it. Pure. */
export function verdictOn(a: Reading, b: Reading): Omit<Prefix, 'tokens'> {
  const sameIds = a.ids === b.ids;
  const sameText = a.text === b.text;
  const begun = floors(a, b);
  const differences = [...begun, ...entries(a, b, begun), ...environment(a, b)].slice(0, MOST_TOLD);
  if (!sameText && differences.length === 0)
    differences.push({ what: 'text', side: null, seq: null, text: 'the same entries were put together as another text' });
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
const floors = (a: Reading, b: Reading): Difference[] => {
  const told = (mine: Reading['floor'], other: Reading['floor'], side: 0 | 1): Difference[] => {
    if (mine === null || !(mine.behind || mine.place > Math.max(0, other?.place ?? 0))) return [];
    const how = mine.compacted ? `was compacted` : `continued from the anchor ${mine.name}`;
    const text = `${SIDES[side]} ${how} before its first request and did not read the prefix itself`;
    return [{ what: 'compaction', side, seq: mine.seq, text }];
  };
  return [...told(a.floor, b.floor, 0), ...told(b.floor, a.floor, 1)];
};

const entries = (a: Reading, b: Reading, told: readonly Difference[]): Difference[] => {
  // A summary in place of the prefix is named once, not entry by entry.
  const prefix =
    told.length > 0 ? [] : [...alone(a.prefix, b.prefix, 0), ...alone(b.prefix, a.prefix, 1), ...cleared(a, b), ...pictures([a, b])];
  // What a request came with can be held against nothing where the other side made none.
  if (a.ended || b.ended) return prefix;
  return [...prefix, ...alone(a.around, b.around, 0), ...alone(b.around, a.around, 1)];
};

/** Entries that one side read and the other did not; what is twice has to be there twice. */
const alone = (mine: readonly Read[], others: readonly Read[], side: 0 | 1): Difference[] => {
  const left = new Map<string, number>();
  for (const { key } of others) left.set(key, (left.get(key) ?? 0) + 1);
  return mine.flatMap(({ key, row, preview }): Difference[] => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    if (count > 0) return [];
    const what = row.kind === 'attachment' ? 'attachment' : row.role === 'user' && row.kind === 'message' ? 'reminder' : 'entry';
    const name = what === 'reminder' ? 'a reminder' : `${row.label || row.kind}`;
    return [{ what, side, seq: row.seq, text: `only ${SIDES[side]} read ${name}: ${oneLine(preview, 100)}` }];
  });
};

const cleared = (a: Reading, b: Reading): Difference[] => {
  const inB = new Map(b.prefix.map((read) => [read.key, read]));
  return a.prefix.flatMap((mine): Difference[] => {
    const other = inB.get(mine.key);
    if (!other || other.cleared === mine.cleared) return [];
    const side = mine.cleared ? 0 : 1;
    const { row } = mine.cleared ? mine : other;
    return [
      { what: 'cleared', side, seq: row.seq, text: `${SIDES[side]} read a placeholder for entry ${row.seq}, which had been cleared` },
    ];
  });
};

/** A picture is in the request that its prompt came with, and in no later one. */
const pictures = (readings: readonly [Reading, Reading]): Difference[] =>
  readings[0].stripped === readings[1].stripped
    ? []
    : readings.flatMap(({ stripped }, side): Difference[] =>
        stripped === null ? [] : [{ what: 'text', side, seq: stripped, text: `only ${SIDES[side]} read the picture of its prompt` }],
      );

/** What the two requests said besides their messages, where both are recorded. */
const requests = (a: Reading['request'], b: Reading['request']): Difference[] => {
  if (a === null || b === null) return [];
  const sentTo = (mine: NonNullable<Reading['request']>, other: NonNullable<Reading['request']>, side: 0 | 1): Difference[] =>
    [...mine.keys()].flatMap((name): Difference[] =>
      other.has(name) ? [] : [{ what: 'request', side, seq: null, text: `only ${SIDES[side]} was sent ${name}` }],
    );
  const changed = [...a].flatMap(([name, key]): Difference[] =>
    (b.get(name) ?? key) === key ? [] : [{ what: 'request', side: null, seq: null, text: `${name} had other words for A than for B` }],
  );
  return [...changed, ...sentTo(a, b, 0), ...sentTo(b, a, 1)];
};

const environment = (a: Reading, b: Reading): Difference[] => {
  const differing = (
    what: Difference['what'],
    name: string,
    left: string | null | undefined,
    right: string | null | undefined,
  ): Difference[] =>
    left === right || !left || !right ? [] : [{ what, side: null, seq: null, text: `the ${name} was ${left} for A and ${right} for B` }];
  return [
    ...differing('directory', 'working directory', a.facts.cwd, b.facts.cwd),
    ...differing('version', 'version of the agent', a.facts.writer, b.facts.writer),
    ...differing('model', 'model', a.model, b.model),
    ...requests(a.request, b.request),
  ];
};
