import type { Block, EntryRow, Role, TokenCount } from '../../../shared/model/index.ts';
import type { Scale } from '../formats/context/models.ts';
import type { Recorded, RecordedPart } from '../formats/context/recorded-request.ts';
import type { Pick } from '../formats/context/selection.ts';
import { estimateText } from '../formats/context/tokens.ts';
import { whole } from '../formats/json.ts';
import { type BlockFacts, blockOf } from './blocks.ts';
import type { Gap } from './conserve.ts';

/** Characters of a part that its block tells: as many as a row of a list shows. */
const BEGINS = 280;

export interface PartFacts extends BlockFacts {
  rowOf: (seq: number) => EntryRow | undefined;
  scale: Scale;
}

/**
 * The parts of a request as blocks: one for each, with the entries that it was made of where there are any. `apart` gives each of those
 * entries a block of its own, as a derived view does.
 */
export function blocksOf({ parts }: Recorded, picks: readonly Pick[], facts: PartFacts, apart = false): Block[] {
  const pickOf = new Map(picks.map((pick) => [pick.seq, pick]));
  const pickFor = ({ seq }: EntryRow): Pick => pickOf.get(seq) ?? { seq };
  return parts.flatMap((part) => {
    const rows = part.entries.flatMap((seq) => facts.rowOf(seq) ?? []);
    const [first] = rows;
    if (!first) return fromRequest(part, facts.scale);
    return apart ? rows.map((row) => blockOf(pickFor(row), row, facts)) : fromEntries(first, rows, pickFor(first), facts);
  });
}

const fromEntries = (first: EntryRow, rows: readonly EntryRow[], pick: Pick, facts: PartFacts): Block => {
  const block = blockOf(pick, first, facts);
  if (rows.length === 1) return block;
  const others = rows.slice(1);
  const folded = `with ${others.length === 1 ? 'a reminder' : `${others.length} reminders`} folded into it`;
  return {
    ...block,
    entries: rows.map(({ seq }) => seq),
    tokens: others.reduce((sum, row) => added(sum, blockOf({ seq: row.seq }, row, facts).tokens), block.tokens),
    why: block.why === undefined ? folded : `${block.why}; ${folded}`,
  };
};

const added = (a: TokenCount, b: TokenCount): TokenCount => ({
  value: a.value + b.value,
  basis: a.basis === b.basis ? a.basis : 'estimated',
});

/** Parts that a model does not read, whatever their records weigh. */
const WEIGHTLESS: ReadonlySet<RecordedPart['type']> = new Set(['parameters', 'cache-mark']);

/** A part that only the request has, as a block. */
export function fromRequest(part: RecordedPart, scale: Scale): Block & { request: NonNullable<Block['request']> } {
  return {
    role: part.role,
    kind: part.type === 'content' ? kindOf(part.content) : part.type,
    entries: [],
    request: { ...part.source, text: whole(part.begins ?? part.text, BEGINS) },
    tokens: { value: WEIGHTLESS.has(part.type) ? 0 : estimateText(part.text, classOf(part), part.media, scale), basis: 'estimated' },
    label: part.label,
    tone: toneOf(part),
    ...(part.type === 'content' && { why: 'only the request has it, no entry' }),
  };
}

const kindOf = (content: string): string => (content === 'tool_use' ? 'tool_call' : content === 'tool_result' ? content : 'message');

const classOf = ({ type, content }: RecordedPart): 'prose' | 'call' | 'result' =>
  type === 'tool' || content === 'tool_use' ? 'call' : content === 'tool_result' ? 'result' : 'prose';

const TONES: Readonly<Record<string, string>> = {
  tool_use: 'call',
  tool_result: 'result',
  thinking: 'thinking',
  redacted_thinking: 'thinking',
};

const toneOf = ({ type, content, role }: RecordedPart): string => {
  if (type === 'content') return TONES[content] ?? toneOfRole(role);
  return type === 'tool' ? 'schema' : type;
};

/** Nobody typed what only the request has. */
const toneOfRole = (role: Role): string => (role === 'user' ? 'injected' : role);

/** A gap that follows this many picks follows this many blocks; what precedes all messages is not a place for an omission. */
export function placedAfter(gaps: readonly Gap[], { parts }: Recorded): Gap[] {
  const begin = parts.findIndex(({ type }) => type === 'content');
  const head = begin < 0 ? parts.length : begin;
  const after: number[] = [head];
  for (const [at, { entries }] of parts.entries()) for (const _ of entries) after.push(at + 1);
  const last = after.length - 1;
  return gaps.map((gap) => ({ ...gap, after: gap.after >= last ? parts.length : (after[gap.after] ?? head) }));
}
