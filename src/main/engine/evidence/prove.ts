import { setImmediate } from 'node:timers/promises';
import type { Agreed, Proof, TapeRow, ViewVerdict } from '../../../shared/model/index.ts';
import type { Output } from '../../../shared/rpc/contract.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { bodyOf, sentBlocks } from '../formats/captured/request.ts';
import { writerAt, writersOf } from '../formats/context/writers.ts';
import type { JsonObject } from '../formats/format.ts';
import type { Block } from '../formats/snapshots/block.ts';
import { decideAt, evidenceAt } from '../views/assemble.ts';
import { derivedOf } from '../views/methods.ts';
import type { Rim } from '../views/rim.ts';
import { bodyOfLogged, exchangeAt, loggedAt } from './at-hand.ts';
import { type Compared, compareBlocks } from './compare-blocks.ts';
import { type Join, joinsOf } from './joins.ts';

/** A captured request as blocks, and what captured it; null where it is no longer there. */
const capturedAt = async (rim: Rim, join: Join | undefined): Promise<{ blocks: readonly Block[]; by: string } | null> => {
  const exchange = join === undefined ? null : await exchangeAt(rim, rim.catalog.tape(join.tape), join.step);
  const body = exchange === null ? null : bodyOf(exchange);
  return exchange === null || body === null ? null : { blocks: sentBlocks(body, exchange.before) ?? [], by: exchange.by };
};

const loggedBlocks = async (rim: Rim, tape: TapeRow, step: number): Promise<readonly Block[] | null> => {
  const logged = await loggedAt(rim, tape, step);
  return logged === null ? null : (sentBlocks(bodyOfLogged(logged)) ?? []);
};

const derivedBlocks = async (rim: Rim, tape: TapeRow, step: number): Promise<readonly Block[]> => {
  const { messages, system, tools } = await derivedOf(rim, tape.id, step);
  return sentBlocks({ messages, ...(system !== undefined && { system }), ...(tools !== undefined && { tools }) } as JsonObject) ?? [];
};

const sumOf = (byKind: Compared['byKind'], count: keyof Agreed): number => Object.values(byKind).reduce((sum, one) => sum + one[count], 0);

const NOT_COMPARED = {
  equal: null,
  differs: null,
  onlySent: null,
  onlyDerived: null,
  blocks: null,
  differences: [],
  captured: null,
  joined: null,
};

const countsOf = (byKind: Compared['byKind']) => ({
  equal: sumOf(byKind, 'equal'),
  differs: sumOf(byKind, 'differs'),
  onlySent: sumOf(byKind, 'onlySent'),
  onlyDerived: sumOf(byKind, 'onlyDerived'),
});

/** Whether what is not equal is no fault of the view. */
const holds = ({ differences }: Compared): boolean => differences.every(({ expected }) => expected);

const OF_THE_LOG = 'the log itself';

/** A step compared with the request that is at hand for it. */
interface Held {
  by: string;
  /** That of the captured request; null where the log has recorded the request, which is then the view itself. */
  join: Join | null;
  compared: Compared;
}

/**
 * Compares a step with its captured request: what its view shows, which is the request that its log recorded, or else what is derived. Where nobody
 * captured it, what is derived is compared with the recorded one, though the view does not show it. Null where there is no request at all.
 */
const heldAt = async (rim: Rim, tape: TapeRow, step: number, join: Join | undefined): Promise<Held | null> => {
  const [sent, logged] = [await capturedAt(rim, join), await loggedBlocks(rim, tape, step)];
  if (sent !== null && join !== undefined)
    return { by: sent.by, join, compared: compareBlocks(sent.blocks, logged ?? (await derivedBlocks(rim, tape, step))) };
  return logged && { by: OF_THE_LOG, join: null, compared: compareBlocks(logged, await derivedBlocks(rim, tape, step)) };
};

/** How the context of a step is known, once the request itself was looked for. */
export async function proofOf(rim: Rim, tape: TapeRow, step: number): Promise<Proof> {
  if (tape.format === CAPTURED) {
    const exchange = await exchangeAt(rim, tape, step);
    return { ...NOT_COMPARED, state: 'recorded', source: exchange?.by ?? null, captured: { tape: tape.id, step }, joined: 'own' };
  }
  const held = await heldAt(rim, tape, step, (await joinsOf(rim.catalog, tape)).get(step));
  if (held === null) {
    const { state } = evidenceAt(await decideAt(rim, tape.id, { step }, { type: 'as-recorded' }));
    return { ...NOT_COMPARED, state, source: state === 'recorded' ? OF_THE_LOG : null };
  }
  const { by, join, compared } = held;
  const inferred = join === null ? undefined : rim.catalog.tape(join.tape).inferred;
  return {
    ...{ state: join === null ? 'recorded' : holds(compared) ? 'verified' : 'differs', source: by, joined: join?.by ?? null },
    ...(inferred !== undefined && { inferred: inferred.why }),
    captured: join && { tape: join.tape, step: join.step },
    ...countsOf(compared.byKind),
    blocks: compared.blocks,
    differences: compared.differences.slice(0, MOST),
  };
}

/** Which steps of a tape are looked at: from one on, and how many at most. */
interface Part {
  from?: number | undefined;
  limit?: number | undefined;
}

/**
 * The steps of a tape, or of a part of it, of which `proofOf` says that they differ, or that they are verified, each in order. `stop` is
 * asked before each, and other calls are answered in between.
 */
export async function differingIn(
  rim: Rim,
  tape: TapeRow,
  stop: () => void,
  { from = 1, limit }: Part = {},
): Promise<Output<'evidence.differing'>> {
  const joins = tape.format === CAPTURED ? [] : [...(await joinsOf(rim.catalog, tape))].toSorted(([a], [b]) => a - b);
  const left = joins.filter(([step]) => step >= from);
  const part = left.slice(0, limit);
  const done = part.length === left.length;
  const to = done ? tape.steps : (part.at(-1)?.[0] ?? 0);
  const found = {
    steps: [] as number[],
    verified: [] as number[],
    compared: 0,
    to,
    before: joins.length - left.length,
    looked: part.length,
    done,
  };
  for (const [step, join] of part) {
    await setImmediate();
    stop();
    const held = await heldAt(rim, tape, step, join);
    if (held?.join == null) continue;
    found.compared += 1;
    (holds(held.compared) ? found.verified : found.steps).push(step);
  }
  return found;
}

/** Differences that are listed one by one. */
const MOST = 500;

const addTo = (all: Record<string, Agreed>, more: Record<string, Agreed>): void => {
  for (const [kind, counts] of Object.entries(more)) {
    all[kind] ??= { equal: 0, differs: 0, onlySent: 0, onlyDerived: 0 };
    for (const name of ['equal', 'differs', 'onlySent', 'onlyDerived'] as const) all[kind][name] += counts[name];
  }
};

/** A step whose request was at hand, and whether its view is what was sent. */
interface Judged {
  step: number;
  version: string | null;
  verified: boolean;
  byKind: Record<string, Agreed>;
}

/** Whether a log records any request itself: of most nobody has to look at each step. */
const logsRequests = ({ catalog, formatOf }: Rim, { id, format }: TapeRow): boolean => {
  const kind = formatOf(format).requests?.kinds.request;
  return kind !== undefined && catalog.page(id, 1, 1, [kind]).total > 0;
};

/** Each step of a tape whose request is at hand, compared with it. `stop` is asked before each, and other calls are answered in between. */
async function* judged(rim: Rim, tape: TapeRow, stop: () => void): AsyncGenerator<Judged> {
  if (tape.format === CAPTURED) return;
  const [joins, writers] = [await joinsOf(rim.catalog, tape), writersOf(tape)];
  const isLogged = logsRequests(rim, tape);
  if (joins.size === 0 && !isLogged) return;
  for (const { step, first } of rim.catalog.steps(tape.id, 1, tape.steps + 1).items) {
    if (!isLogged && !joins.has(step)) continue;
    await setImmediate();
    stop();
    const held = await heldAt(rim, tape, step, joins.get(step));
    if (held === null) continue;
    const { compared } = held;
    yield { step, version: writerAt(writers, first), verified: holds(compared), byKind: compared.byKind };
  }
}

/** How often the views of tapes were verified, by agent and version. `stop` is asked between steps. */
export async function verdictsOf(rim: Rim, tapes: readonly TapeRow[], stop: () => void): Promise<ViewVerdict[]> {
  const verdicts = new Map<string, ViewVerdict>();
  for (const tape of tapes) {
    await setImmediate();
    stop();
    for await (const { version, verified, byKind } of judged(rim, tape, stop)) {
      const key = `${tape.format} ${version}`;
      const one = verdicts.get(key) ?? { agent: tape.format, version, steps: 0, verified: 0, differs: 0, byKind: {} };
      verdicts.set(key, one);
      one.steps += 1;
      one[verified ? 'verified' : 'differs'] += 1;
      addTo(one.byKind, byKind);
    }
  }
  return [...verdicts.values()].toSorted((a, b) => compareNames(a.agent, b.agent) || compareNames(a.version ?? '', b.version ?? ''));
}

const compareNames = new Intl.Collator('en', { numeric: true }).compare;
