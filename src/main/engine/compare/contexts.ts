import type { CompareBlock, EntryRow, View } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { type BlockFacts, blockOf, toolNames } from '../views/blocks.ts';
import type { Rim } from '../views/rim.ts';
import { estimate, scaleFor } from '../views/tokens.ts';
import type { Lineage } from './lineage.ts';
import type { Likeness } from './pairing.ts';
import { wordsOf } from './pairing.ts';
import { keyOf, recordsOf } from './payloads.ts';

/** The blocks of one side, its own answer last, with what aligning needs of each. */
export interface Context {
  blocks: CompareBlock[];
  /** Two blocks of one key are the same. */
  keys: string[];
  likeness: (at: number) => Likeness;
  shared: (at: number) => boolean;
}

/** Loads what the blocks of a view say. `prefix` are the entries of the shared prefix. */
export const contextOf = async (rim: Rim, lineage: Lineage, view: View, prefix: ReadonlySet<number>): Promise<Context> => {
  const { tape } = lineage.decided;
  const format = rim.formatOf(tape.format);
  // What only the request has (its system prompt, its tools) is no part of a conversation that forks.
  const said = view.blocks.filter(({ request }) => request === undefined);
  const blocks = [...said, ...answersOf(lineage, view)];
  const rows = rim.catalog.entriesAt(
    tape.id,
    blocks.map((block) => block.entries[0] ?? 0),
  );
  const keys: string[] = [];
  const texts: string[] = [];
  for await (const batch of recordsOf(tape, rows)) {
    for (const { row, record } of batch) {
      const cleared = blocks[keys.length]?.cleared ? 'cleared ' : '';
      keys.push(cleared + keyOf(row, record, format));
      texts.push(record && !prefix.has(row.seq) ? format.text(record).slice(0, LIKENESS_CHARS) : '');
    }
  }
  const held = new Map<number, Likeness>();
  const likeness = (at: number): Likeness => {
    const known = held.get(at);
    if (known) return known;
    const block = blocks[at];
    const found = {
      role: block?.role ?? '',
      kind: block?.kind ?? '',
      label: block?.label ?? '',
      prompt: has(rows[at]?.flags ?? 0, Flag.Prompt),
      words: wordsOf(texts[at] ?? ''),
    };
    held.set(at, found);
    return found;
  };
  return { blocks, keys, likeness, shared: (at) => prefix.has(blocks[at]?.entries[0] ?? 0) };
};

/** Characters of a block that are held against another one's. */
const LIKENESS_CHARS = 8000;

/** What the step itself wrote: a view ends before it. */
const answersOf = ({ decided, path }: Lineage, view: View): CompareBlock[] => {
  const inView = new Set(view.blocks.flatMap((block) => block.entries));
  const own = path.filter((row) => row.step === view.step && row.seq >= decided.step.first && !inView.has(row.seq));
  const answers = own.filter((row) => has(row.flags, Flag.Sent) && !has(row.flags, Flag.StepPrompt));
  const scale = scaleFor(view.model);
  const facts: BlockFacts = {
    toolOf: toolNames(answers),
    counted: () => undefined,
    estimated: (row: EntryRow) => estimate(row, scale),
    subagentOf: () => null,
  };
  return answers.map((row) => ({ ...blockOf({ seq: row.seq }, row, facts), answer: true }));
};
