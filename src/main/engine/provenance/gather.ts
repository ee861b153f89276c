import { figure } from '../../../shared/model/figure.ts';
import {
  PROVENANCE_GROUPS,
  type Provenance,
  type ProvenanceBlock,
  type ProvenanceGroup,
  type ProvenanceSource,
} from '../../../shared/model/provenance.ts';
import type { Piece, Source, Trace } from './trace.ts';

/** Sources below this share join the rest of their group. */
const LEAST = 0.005;

/** Sources and tools that are shown one by one, however many are asked for. */
const MOST = 100;

/** Where a piece is, as the graph has it: its source may be a joined one. */
interface Row {
  piece: Piece;
  source: string;
  way: string;
}

/** A trace as a graph: bounded by shares, whatever the context holds. Groups in `open` are not joined. */
export function gather(trace: Trace, open: readonly ProvenanceGroup[]): Provenance {
  const { view, pieces, total, over } = trace;
  const weights = tally(pieces, ({ source }) => source);
  const joins = joined(trace, weights, open);
  const ways = waysOf(pieces, total);
  const rows = pieces.map(
    (piece): Row => ({ piece, source: joins.get(piece.source) ?? piece.source, way: ways.get(piece.way) ?? piece.way }),
  );
  const { tape, step, next, after, evidence, policy } = view;
  return {
    ...{ tape, step, ...(next && { next }), ...(after !== undefined && { after }), evidence, policy, total, over },
    recorded: view.tokens.recorded !== null,
    groups: groupsOf(trace, weights),
    sources: sourcesOf(trace, rows, joins),
    ways: [...tally(rows, ({ way }) => way)].map(([id, { tokens, count }]) => ({ id, name: wayName(id), times: count, tokens })),
    places: [...tally(rows, ({ piece }) => piece.place)].map(([id, { tokens, count }]) => ({ ...namedPlace(id), tokens, blocks: count })),
    flows: flowsOf(trace, rows),
    counts: {
      blocks: view.blocks.length,
      sources: trace.sources.size,
      omitted: view.omissions.reduce((sum, { count }) => sum + count, 0),
      reasons: new Set(view.omissions.map(({ reason }) => reason)).size,
    },
  };
}

interface Tally {
  tokens: number;
  /** Blocks: what no block holds is none. */
  count: number;
}

function tally<T extends Piece | Row>(pieces: readonly T[], keyOf: (piece: T) => string): Map<string, Tally> {
  const sums = new Map<string, Tally>();
  for (const one of pieces) {
    const { tokens, block } = 'piece' in one ? one.piece : one;
    const key = keyOf(one);
    const sum = sums.get(key) ?? { tokens: 0, count: 0 };
    sum.tokens += tokens;
    sum.count += Number(block !== null);
    sums.set(key, sum);
  }
  return sums;
}

/** The joined source of each one that is too small, or one too many; a single small one keeps its name. */
function joined(
  { sources, total }: Pick<Trace, 'sources' | 'total'>,
  weights: ReadonlyMap<string, Tally>,
  open: readonly ProvenanceGroup[],
): Map<string, string> {
  const joins = new Map<string, string>();
  for (const group of PROVENANCE_GROUPS) {
    const all = [...sources.values()]
      .filter((source) => source.group === group)
      .map((source) => ({ source, tokens: weights.get(source.id)?.tokens ?? 0 }))
      .sort((one, other) => other.tokens - one.tokens);
    const kept = open.includes(group)
      ? MOST
      : Math.min(MOST, all.findLastIndex(({ source, tokens }) => source.absent !== null || tokens >= total * LEAST) + 1);
    const rest = all.slice(kept);
    if (rest.length > 1) for (const { source } of rest) joins.set(source.id, `${group}:*`);
  }
  return joins;
}

/** Tools below the least share are one way. */
function waysOf(pieces: readonly Piece[], total: number): Map<string, string> {
  const tools = [...tally(pieces, ({ way }) => way)].filter(([id]) => id.startsWith('tool '));
  const small = tools.filter(([, { tokens }]) => tokens < total * LEAST);
  return small.length > 1 ? new Map(small.map(([id]) => [id, 'other tools'])) : new Map();
}

const wayName = (id: string): string => (id.startsWith('tool ') ? id.slice(5) : id);

const groupsOf = ({ sources }: Trace, weights: ReadonlyMap<string, Tally>): Provenance['groups'] =>
  PROVENANCE_GROUPS.flatMap((group) => {
    const own = [...sources.values()].filter((source) => source.group === group);
    const tokens = own.reduce((sum, { id }) => sum + (weights.get(id)?.tokens ?? 0), 0);
    return own.length === 0 ? [] : [{ group, tokens, sources: own.length }];
  });

/** What the rest of a group is called, by its number. */
const MORE: Readonly<Record<ProvenanceGroup, string>> = {
  ...{ setup: 'more', phases: 'more', memory: 'more sessions', you: 'more', files: 'more files', commands: 'more commands' },
  ...{ tools: 'more tools', agents: 'more sub-agents', model: 'more', rest: 'more' },
};

function sourcesOf({ sources, view }: Trace, rows: readonly Row[], joins: ReadonlyMap<string, string>): ProvenanceSource[] {
  const sums = tally(rows, ({ source }) => source);
  const firsts = new Map<string, number | null>();
  for (const { source, piece } of rows)
    if (!firsts.has(source)) firsts.set(source, piece.block === null ? null : (view.blocks[piece.block]?.entries[0] ?? null));
  const counts = new Map<string, Source[]>();
  for (const source of sources.values()) {
    const id = joins.get(source.id) ?? source.id;
    counts.set(id, [...(counts.get(id) ?? []), source]);
  }
  const found = [...counts].flatMap(([id, own]): ProvenanceSource[] => {
    const [first] = own;
    const { tokens = 0, count: blocks = 0 } = sums.get(id) ?? {};
    if (first === undefined) return [];
    const many = own.length > 1 || joins.has(first.id);
    const name = many
      ? `${figure(own.length)} ${MORE[first.group]}`
      : first.id === 'you:prompts'
        ? `${figure(blocks)} ${blocks === 1 ? 'prompt' : 'prompts'}`
        : first.name;
    return [
      {
        ...{ id, group: first.group, name, code: first.code && !many, tone: first.tone, tokens, blocks },
        ...{ joined: many ? own.length : 0, absent: many ? null : first.absent, entry: firsts.get(id) ?? null },
      },
    ];
  });
  const order = (source: ProvenanceSource): number => PROVENANCE_GROUPS.indexOf(source.group) * 2 + Number(source.joined > 0);
  return found.sort((one, other) => order(one) - order(other) || other.tokens - one.tokens);
}

const PLACES: Readonly<Record<string, [name: string, tone: string]>> = {
  base: ['Base', 'system'],
  system: ['System prompt', 'system'],
  tools: ['Tools', 'system'],
  added: ['Added', 'injected'],
  state: ['Handoff state', 'anchor'],
  summary: ['Summary', 'summary'],
  memory: ['Memory', 'event'],
  prompts: ['Prompts', 'user'],
  answers: ['Answers', 'assistant'],
  thinking: ['Thinking', 'thinking'],
  calls: ['Calls', 'call'],
  results: ['Results', 'result'],
  unexplained: ['Unexplained', 'event'],
};

/** A place in a context as people call it, and the tone of what is there. */
export function namedPlace(id: string): { id: string; name: string; tone: string } {
  const [name, tone] = PLACES[id] ?? [id, 'event'];
  return { id, name, tone };
}

function flowsOf({ sources }: Trace, rows: readonly Row[]): Provenance['flows'] {
  const key = ({ source, way, piece }: Row): string => JSON.stringify([source, way, piece.place]);
  const firsts = new Map<string, Row>();
  for (const row of rows) if (!firsts.has(key(row))) firsts.set(key(row), row);
  return [...tally(rows, key)].flatMap(([id, { tokens, count }]) => {
    const row = firsts.get(id);
    const tone = row && sources.get(row.piece.source)?.tone;
    return row && tone !== undefined ? [{ source: row.source, way: row.way, place: row.piece.place, tone, tokens, blocks: count }] : [];
  });
}

/** The blocks of one source of the graph, in the order in which they were sent. */
export function blocksIn(
  trace: Trace,
  open: readonly ProvenanceGroup[],
  source: string,
  { from, limit }: { from: number; limit: number },
): { items: ProvenanceBlock[]; total: number } {
  const joins = joined(
    trace,
    tally(trace.pieces, (piece) => piece.source),
    open,
  );
  const ways = waysOf(trace.pieces, trace.total);
  const own = trace.pieces.filter((piece) => piece.block !== null && (joins.get(piece.source) ?? piece.source) === source);
  const items = own.slice(from, from + limit).flatMap(({ block, way, place, tokens }): ProvenanceBlock[] => {
    const shown = block === null ? undefined : trace.view.blocks[block];
    if (!shown || block === null) return [];
    const { entries, from: other, label, tone } = shown;
    return [
      {
        ...{ at: block + 1, entry: entries[0] ?? null, from: other ? { tape: other.tape, entry: other.entry } : null },
        ...{ label, tone, tokens, way: ways.get(way) ?? way, place },
      },
    ];
  });
  return { items, total: own.length };
}
