import { figure } from '../../../shared/model/figure.ts';
import type { EntryRow } from '../../../shared/model/index.ts';

/** Entries that a sentence names. */
const NAMED = 3;

/**
 * What no model accepts in the messages of a context: calls without results, results without their call, two results of one call, a call
 * that an answer made once and is in the context twice, and anything said between a call and its results. One sentence each; none for a
 * list that is in order. Calls and results without ids belong together by their order. `gathers`, as in the rules of an agent: its messages
 * are put in order, and the sentences say how.
 */
export function refusals(rows: readonly EntryRow[], gathers = false): string[] {
  const judge = createJudge(gathers);
  for (const row of rows) judge.take(row);
  return [...judge.refusals(), ...repeated(rows)];
}

/** An answer of a tree that was written again on another branch. Calls of different answers may have one id: a redaction gives it to them. */
const repeated = (rows: readonly EntryRow[]): string[] => {
  const made = new Set<string>();
  const again = createNames();
  for (const row of rows)
    for (const id of new Set(row.step === null || row.parentSeq === null ? [] : row.calls)) {
      const call = `${row.step} ${id}`;
      if (made.has(call)) again.add(row);
      made.add(call);
    }
  return sentence(again, REFUSED, 'makes a call that is in this context already', 'make calls that are in this context already');
};

/** What a sentence needs of an entry. Rows are not kept: there may be a million of them. */
type Named = { [K in 'seq' | 'label' | 'kind' | 'step']: EntryRow[K] };

/** The same, entry by entry. */
export function createJudge(gathers = false) {
  /** Calls by id: a log that was redacted may have one id for several. */
  const open = new Map<string, Named[]>();
  const answered = new Set<string>();
  /** Calls without ids, oldest first. */
  const nameless: Named[] = [];
  const [orphans, again, between] = [createNames(), createNames(), createNames()];
  let caller: (Named & Pick<EntryRow, 'calls'>) | null = null;
  /** A result that names no call where none is open. Where the calls have no ids either, one entry may hold several of them. */
  const spare = (named: Named): void => {
    if (caller === null) orphans.add(named);
    else if (caller.calls.length > 0) again.add(named);
  };
  const take = (row: EntryRow): void => {
    const named = { seq: row.seq, label: row.label, kind: row.kind, step: row.step };
    for (const id of row.results) {
      const calls = open.get(id) ?? [];
      if (calls.shift() === undefined) (answered.has(id) ? again : orphans).add(named);
      if (calls.length === 0) open.delete(id);
      answered.add(id);
    }
    if (row.kind === 'tool_result' && row.results.length === 0 && nameless.shift() === undefined && open.size === 0) spare(named);
    if (!gathers && nameless.length + open.size > 0 && isSpoken(row, caller)) between.add(named);
    if (row.kind === 'tool_call' || row.calls.length > 0) caller = { ...named, calls: row.calls };
    for (const id of row.calls) open.set(id, [...(open.get(id) ?? []), named]);
    if (row.kind === 'tool_call' && row.calls.length === 0) nameless.push(named);
  };
  return {
    take,
    refusals: (): string[] => {
      const unanswered = createNames();
      for (const named of new Set([...[...open.values()].flat(), ...nameless])) unanswered.add(named);
      const say = (names: Names, one: string, many: string, instead = ''): string[] =>
        gathers ? sentence(names, '', one, many, instead) : sentence(names, REFUSED, one, many);
      return [
        ...say(unanswered, 'has no result in this context', 'have no result in this context', ', which a request says in its place'),
        ...say(orphans, 'answers a call that is not in this context', 'answer calls that are not in this context', AS_WORDS),
        ...say(again, 'answers a call that has a result already', 'answer calls that have a result already', AS_WORDS),
        ...(unanswered.count > 0 ? [] : say(between, 'comes between a call and its result', 'come between a call and its result')),
      ];
    },
  };
}

/** The first few of some entries, and how many there are; an entry that is added twice in a row is one. */
const createNames = () => ({
  first: [] as Named[],
  count: 0,
  last: null as Named | null,
  add(named: Named) {
    if (named === this.last) return;
    this.last = named;
    this.count += 1;
    if (this.first.length < NAMED) this.first.push(named);
  },
});

/** A prompt, or what another answer than the one with the call says. */
const isSpoken = ({ kind, role, calls, results, step }: EntryRow, caller: Named | null): boolean =>
  kind === 'message' && calls.length + results.length === 0 && (role === 'user' || (role === 'assistant' && step !== caller?.step));

type Names = ReturnType<typeof createNames>;

const REFUSED = 'No model accepts these messages: ';
const AS_WORDS = ': a request sends it as text of the user';

const sentence = ({ first, count }: Names, before: string, one: string, many: string, after = ''): string[] => {
  if (count === 0) return [];
  const named = first.map(({ seq, label, kind }) => `#${figure(seq)} (${label || kind.replace('_', ' ')})`);
  const more = count > NAMED ? ` and ${figure(count - NAMED)} more` : '';
  return [`${before}${named.join(', ')}${more} ${count === 1 ? one : many}${after}.`];
};
