import type { Block, CompareBlock, EntryRow, Replaced, TokenSum, View } from '../../../shared/model/index.ts';
import { asks, Flag, has } from '../../../shared/model/vocabulary.ts';
import { loadWhatIsThere } from '../bytes/load.ts';
import { keyOf, recordsOf } from '../bytes/payloads.ts';
import { scaleFor } from '../formats/context/models.ts';
import type { RecordedPart } from '../formats/context/recorded-request.ts';
import { estimate, estimateText } from '../formats/context/tokens.ts';
import { digest } from '../formats/digest.ts';
import type { Decided } from '../views/assemble.ts';
import { type BlockFacts, blockOf, toolNames } from '../views/blocks.ts';
import { keyOfPart, requestParts } from '../views/request-parts.ts';
import type { Rim } from '../views/rim.ts';
import { changeOf } from '../what-if/context.ts';
import type { Lineage } from './lineage.ts';
import type { Likeness } from './pairing.ts';
import { wordsOf } from './pairing.ts';
import { weigh } from './runs.ts';

/** The blocks of one side, its own answer last, with what aligning needs of each. */
export interface Context {
  blocks: CompareBlock[];
  /** Two blocks of one key are the same. */
  keys: string[];
  likeness: (at: number) => Likeness;
  shared: (at: number) => boolean;
}

/** A side as it was decided, and the view of it: each entry in a block of its own. */
export interface Seen {
  lineage: Lineage;
  decided: Decided;
  view: View;
  texts: { replace: readonly Replaced[]; system: string | undefined };
}

/** What makes a block the same as another one, and what it is held to be like by. */
interface Told {
  key: string;
  text: string;
  holdsPlace: boolean;
}

/** How the blocks of a side are compared with those of the other one. */
export interface Held {
  /** Entries of the shared prefix. */
  prefix: ReadonlySet<number>;
  /** Those of which a side replaces the text. */
  replaced: ReadonlySet<number>;
  /** The sides are of two agents, whose records are never the same: what they say is. */
  byText: boolean;
}

/** Loads what the blocks of a view say. */
export async function contextOf(rim: Rim, seen: Seen, held: Held): Promise<Context> {
  const { prefix } = held;
  const { lineage, decided, view } = seen;
  const blocks: CompareBlock[] = [...withTexts(seen), ...answersOf(lineage, view)];
  const entries = await entriesTold(rim, seen, blocks, held);
  const parts = requestParts(decided)
    .filter(({ type }) => seen.texts.system === undefined || type !== 'system')
    .values();
  const elsewhere = await elsewhereTold(rim, decided);
  const told = blocks.map(({ entries: [seq = 0], from, request, cleared, instead, text }): Told => {
    if (text !== undefined && seq === 0) return { key: `system ${digest(text)}`, text: text.slice(0, LIKENESS_CHARS), holdsPlace: true };
    if (request) return partTold(parts.next().value);
    const found = (from ? elsewhere.get(`${from.tape}#${from.entry}`) : entries.get(instead ?? seq)) ?? NOTHING;
    return cleared ? { ...found, key: `cleared ${found.key}` } : found;
  });
  const likenesses = new Map<number, Likeness>();
  const likeness = (at: number): Likeness => {
    const known = likenesses.get(at);
    if (known) return known;
    const { role = '', kind = '', label = '' } = blocks[at] ?? {};
    const { holdsPlace, text } = told[at] ?? NOTHING;
    const found = { role, kind, label, holdsPlace, words: wordsOf(text) };
    likenesses.set(at, found);
    return found;
  };
  return { blocks, keys: told.map(({ key }) => key), likeness, shared: (at) => prefix.has(blocks[at]?.entries[0] ?? 0) };
}

const NOTHING: Told = { key: '', text: '', holdsPlace: false };

const isSystem = ({ role, kind }: Block): boolean => role === 'system' && kind === 'system';

/** What a context with other texts weighs; nothing is recorded of it. */
export function tokensOf(seen: Seen): View['tokens'] {
  const { tokens } = seen.view;
  if (seen.texts.replace.length === 0 && seen.texts.system === undefined) return tokens;
  const sums: TokenSum = { counted: 0, estimated: 0 };
  for (const block of withTexts(seen)) weigh(sums, block.tokens);
  return { ...tokens, recorded: null, ...sums };
}

/** The blocks of a view with the texts that are others than in the tape; another system prompt is a block of its own. */
const withTexts = ({ view, texts: { replace, system } }: Seen): CompareBlock[] => {
  const scale = scaleFor(view.model);
  const estimated = (text: string, what: 'prose' | 'result') => ({
    value: estimateText(text, what, false, scale),
    basis: 'estimated' as const,
  });
  const texts = new Map(replace.map(({ seq, text }) => [seq, text]));
  const blocks = view.blocks.map((block): CompareBlock => {
    const text = texts.get(block.entries[0] ?? 0);
    return text === undefined ? block : { ...block, text, tokens: estimated(text, block.kind === 'tool_result' ? 'result' : 'prose') };
  });
  if (system === undefined) return blocks;
  const own = { role: 'system' as const, kind: 'system', entries: [], label: 'system prompt', tone: 'system' };
  const others = blocks.filter((block) => !isSystem(block));
  return system === '' ? others : [{ ...own, tokens: estimated(system, 'prose'), text: system }, ...others];
};

/** Characters of a block that are compared with another one's. */
const LIKENESS_CHARS = 8000;

/** Entries of the side's own tape, by number. What both have is not compared with anything word by word. */
const entriesTold = async (
  rim: Rim,
  { decided, texts }: Seen,
  blocks: readonly CompareBlock[],
  { prefix, replaced, byText }: Held,
): Promise<Map<number, Told>> => {
  const { tape } = decided;
  const change = changeOf(rim, decided, [...texts.replace]);
  const format = rim.formatOf(tape.format);
  const rows = rim.catalog.entriesAt(
    tape.id,
    blocks.flatMap(({ entries, instead }) => (instead === undefined ? entries : [...entries, instead])),
  );
  const told = new Map<number, Told>();
  for await (const batch of recordsOf(tape, rows))
    for (const { row, record: written } of batch) {
      const record = written && change(row, written);
      const text = record && (replaced.has(row.seq) || !prefix.has(row.seq)) ? format.text(record) : '';
      told.set(row.seq, {
        key: byText && text !== '' ? `${row.role} ${row.kind} ${digest(text.trim())}` : keyOf(row, record, format),
        text: text.slice(0, LIKENESS_CHARS),
        holdsPlace: replaced.has(row.seq) || has(row.flags, Flag.Prompt),
      });
    }
  return told;
};

/** Entries that the policy brought in from other tapes, by their address: one is the same wherever it was brought to. */
const elsewhereTold = async (rim: Rim, { request }: Decided): Promise<Map<string, Told>> => {
  const told = new Map<string, Told>();
  for (const { from } of [...(request.hints?.brought?.values() ?? [])].flat()) {
    if (!from) continue;
    const address = `${from.tape}#${from.row.seq}`;
    const [record] = await loadWhatIsThere(from, [from.row]);
    const text = record ? rim.formatOf(from.format).text(record).slice(0, LIKENESS_CHARS) : '';
    told.set(address, { key: `from ${address}`, text, holdsPlace: false });
  }
  return told;
};

/** Parts that are known by their name: the system prompt, a tool, the parameters. */
const NAMED: ReadonlySet<RecordedPart['type']> = new Set(['system', 'tool', 'parameters']);

const partTold = (part: RecordedPart | undefined): Told =>
  part ? { key: keyOfPart(part), text: part.text.slice(0, LIKENESS_CHARS), holdsPlace: NAMED.has(part.type) } : NOTHING;

/** What the step itself wrote: a view ends before it. */
const answersOf = ({ decided, path }: Lineage, view: View): CompareBlock[] => {
  if (view.step === null) return [];
  const inView = new Set(view.blocks.flatMap((block) => block.entries));
  const own = path.filter((row) => row.step === view.step && row.seq >= decided.step.first && !inView.has(row.seq));
  const answers = own.filter((row) => has(row.flags, Flag.Sent) && !asks(row));
  const scale = scaleFor(view.model);
  const facts: BlockFacts = {
    toolOf: toolNames(answers),
    counted: () => undefined,
    estimated: (row: EntryRow) => estimate(row, scale),
    subagentOf: () => null,
  };
  return answers.map((row) => ({ ...blockOf({ seq: row.seq }, row, facts), answer: true }));
};
