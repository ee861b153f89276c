import type { Block, Omission, ProvenanceGroup, View } from '../../../shared/model/index.ts';

/** What is known of the call that a result answers. */
export interface Asked {
  /** What the call is about; null for a tool that nobody knows. */
  about: { group: 'files' | 'commands' | 'agents'; name: string } | null;
  /** Tokens of the work of a sub-agent, and its entries, where it is a tape of its own. */
  agent?: { tokens: number | null; entries: number };
  /** It is not a result: it says that a task which ran on its own has ended, and what came of it. */
  ended?: true;
}

export interface Source {
  id: string;
  group: ProvenanceGroup;
  name: string;
  code: boolean;
  tone: string;
  absent: { what: 'replaces' | 'not-passed-on'; tokens: number | null; entries: number } | null;
}

/** One block of the view, or what no block holds, with its one source, its way and its place. */
export interface Piece {
  /** Its place in the view, from 0; null for what no block holds. */
  block: number | null;
  source: string;
  way: string;
  place: string;
  tokens: number;
}

/** A context taken apart by where it is from. Pieces are in the order in which they were sent and add up to the total. */
export interface Trace {
  view: View;
  sources: ReadonlyMap<string, Source>;
  pieces: readonly Piece[];
  total: number;
  /** How far the weights of blocks exceed the recorded size. */
  over: number;
}

type Found = Omit<Source, 'absent'> & { way: string; place: string };

/** Where each piece of a context is from. Pure: the same view and calls give the same answer. */
export function traceOf(view: View, asked: ReadonlyMap<number, Asked>): Trace {
  const sources = new Map<string, Source>();
  const pieces: Piece[] = [];
  const put = ({ way, place, ...source }: Found, block: number | null, tokens: number): Source => {
    const known = sources.get(source.id) ?? { ...source, absent: null };
    sources.set(source.id, known);
    pieces.push({ block, source: source.id, way, place, tokens });
    return known;
  };
  const weight = view.blocks.reduce((sum, { tokens }) => sum + tokens.value, 0);
  const { outside, unexplained, over } = restOf(view);
  if (outside > 0) put(OUTSIDE, null, outside);
  view.blocks.forEach((block, at) => {
    const known = asked.get(block.entries[0] ?? 0);
    const source = put(foundOf(block, known), at, block.tokens.value);
    if (known?.agent) source.absent = sumOf(source.absent, 'not-passed-on', known.agent);
  });
  if (unexplained > 0) put(UNEXPLAINED, null, unexplained);
  const standIns = pieces.filter(({ place }) => place === 'summary' || place === 'state');
  for (const omission of view.omissions) replaced(omission, standIns, sources);
  return { view, sources, pieces, total: weight + outside + unexplained, over };
}

const sumOf = (
  before: Source['absent'],
  what: 'replaces' | 'not-passed-on',
  { tokens, entries }: { tokens: number | null; entries: number },
): NonNullable<Source['absent']> => ({
  what,
  tokens: before?.tokens == null ? tokens : before.tokens + (tokens ?? 0),
  entries: (before?.entries ?? 0) + entries,
});

const OUTSIDE: Found = {
  ...{ id: 'setup:base', group: 'setup', name: 'System prompt, tools', code: false, tone: 'system' },
  ...{ way: 'sent with every request', place: 'base' },
};

const UNEXPLAINED: Found = {
  ...{ id: 'rest:unexplained', group: 'rest', name: 'Not explained by the log', code: false, tone: 'event' },
  ...{ way: 'not in the log', place: 'unexplained' },
};

/** What a context weighs beyond its blocks: what is sent with every request, and what nothing explains. */
function restOf({ tokens }: View): { outside: number; unexplained: number; over: number } {
  const { unaccounted, base, events } = tokens;
  const measured = base === null ? 0 : Math.max(0, base + (events ?? 0));
  if (unaccounted === null) return { outside: measured, unexplained: 0, over: 0 };
  if (unaccounted <= 0) return { outside: 0, unexplained: 0, over: -unaccounted };
  const outside = Math.min(measured, unaccounted);
  return { outside, unexplained: unaccounted - outside, over: 0 };
}

/** What a summary or a state is in the place of: the omissions before it, or around the nearest one. */
function replaced({ reason, after, tokens, count }: Omission, standIns: readonly Piece[], sources: ReadonlyMap<string, Source>): void {
  if (reason !== 'compacted' && reason !== 'before-anchor') return;
  const piece = standIns.find(({ block }) => (block ?? 0) >= after) ?? standIns.at(-1);
  const source = piece && sources.get(piece.source);
  if (source) source.absent = sumOf(source.absent, 'replaces', { tokens: tokens?.value ?? null, entries: count });
}

/** The one source of a block. */
function foundOf(block: Block, asked: Asked | undefined): Found {
  const found = block.from ? memoryOf(block, block.from) : plainOf(block, asked);
  const { part } = block;
  if (part === undefined || found.group === 'memory') return found;
  if (part.startsWith('memory:')) return { ...found, way: 'memory', place: 'memory' };
  return part.startsWith('pin:') ? { ...found, way: 'pinned' } : found;
}

const memoryOf = ({ tone }: Block, { tape, title }: NonNullable<Block['from']>): Found => ({
  ...{ id: `memory:${tape}`, group: 'memory', name: short(title === '' ? tape : title), code: false, tone },
  ...{ way: 'memory', place: 'memory' },
});

function plainOf(block: Block, asked: Asked | undefined): Found {
  if (block.kind === 'tool_result') return resultOf(block, asked);
  if (block.kind === 'tool_call') return { ...MODEL, id: 'model:calls', name: 'Calls', tone: 'call', place: 'calls' };
  if (asked?.ended) return ENDED;
  return REQUEST[block.tone]?.() ?? TONES[block.tone]?.(block) ?? addedOf(block);
}

const MODEL = { group: 'model', code: false, way: 'written by the model' } as const;

/** Sub-agents that work on their own report by a message, since their call has long been answered. */
const ENDED: Found = {
  ...{ id: 'agents:ended', group: 'agents', name: 'Tasks that ended', code: false, tone: 'injected' },
  ...{ way: 'reported at their end', place: 'added' },
};

/** Parts of a recorded request that no entry holds, by their tones. */
const REQUEST: Readonly<Record<string, () => Found>> = {
  schema: () => ({ ...OUTSIDE, id: 'setup:tools', name: 'Tool schemas', place: 'tools' }),
  parameters: () => ({ ...OUTSIDE, id: 'setup:parameters', name: 'Parameters', place: 'base' }),
  'cache-mark': () => ({ ...OUTSIDE, id: 'setup:parameters', name: 'Parameters', place: 'base' }),
};

const TONES: Readonly<Record<string, (block: Block) => Found>> = {
  system: () => ({ ...OUTSIDE, id: 'setup:system', name: 'System prompt', place: 'system' }),
  summary: (block) => ({
    ...phaseOf(block),
    name: ['', 'summary'].includes(block.label) ? 'Summary' : `Summary: ${short(block.label)}`,
    place: 'summary',
    way: 'compaction',
  }),
  anchor: (block) => ({
    ...phaseOf(block),
    name: block.label === '' ? 'State' : `State of “${short(block.label)}”`,
    place: 'state',
    way: 'handoff',
  }),
  user: () => ({ id: 'you:prompts', group: 'you', name: 'Prompts', code: false, tone: 'user', way: 'typed', place: 'prompts' }),
  assistant: () => ({ ...MODEL, id: 'model:answers', name: 'Answers', tone: 'assistant', place: 'answers' }),
  thinking: () => ({ ...MODEL, id: 'model:thinking', name: 'Thinking', tone: 'thinking', place: 'thinking' }),
};

/** Each summary and each state is a source of its own. */
const phaseOf = (block: Block) => ({
  ...{ id: `phases:${block.tone}:${block.entries[0] ?? block.label}`, group: 'phases' as const, code: false, tone: block.tone },
});

/** What the agent added to the user's side by itself: reminders, hooks, texts of skills, whatever has no other source. */
const addedOf = ({ label, kind, tone }: Block): Found => {
  const name = short((label === '' ? kind : label).replaceAll('_', ' '));
  return { id: `setup:added:${name}`, group: 'setup', name, code: false, tone, way: 'added by the agent', place: 'added' };
};

function resultOf({ label, tone }: Block, asked: Asked | undefined): Found {
  // Results of several calls bear the name of each.
  const tool = short(label === '' ? 'a tool' : [...new Set(label.split(', '))].join(', '));
  const about = asked?.about ?? null;
  const { group, name } = about ?? { group: 'tools' as const, name: tool };
  return {
    id: `${group}:${name}`,
    group,
    name: short(name),
    code: group !== 'agents',
    tone: tone === 'error' ? 'result' : tone,
    way: `tool ${tool}`,
    place: 'results',
  };
}

/** Characters of a name: a head, and no content. */
const NAME = 200;
const short = (text: string): string => (text.length <= NAME ? text : `${text.slice(0, NAME - 1)}…`);
