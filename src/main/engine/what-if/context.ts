import type { Edits, EntryRow, TapeRow } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { composedOf, type PolicyChoice } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { sentBlocks } from '../formats/captured/request.ts';
import type { Block } from '../formats/snapshots/block.ts';
import type { JsonObject } from '../formats/values.ts';
import { type Decided, decideAt } from '../views/assemble.ts';
import { type Change, changedIn, sentOf } from '../views/methods.ts';
import type { Rim } from '../views/rim.ts';
import { bodyIn, type Known } from './known.ts';
import { replaced } from './replace.ts';

/** A context, and what is changed of it. */
export interface Asked {
  tape: TapeRow;
  place: Place;
  choice: PolicyChoice;
  edits: Edits;
}

export interface Edited {
  decided: Decided;
  blocks: Block[];
  /** The request as it was kept, and nothing else. */
  exact: boolean;
  /** Texts that were replaced, as they were: by entry. */
  before: ReadonlyMap<number, string>;
}

/** Whether entries of the context are changed, and not only what is around them. */
export function isEdited({ without, pin, replace }: Edits): boolean {
  return without.length + pin.length + replace.length > 0;
}

/** The policy with the edits that are parts of one. Pure. */
function editedChoice(choice: PolicyChoice, { without, pin }: Pick<Edits, 'without' | 'pin'>): PolicyChoice {
  if (without.length + pin.length === 0) return choice;
  const both = pin.find((seq) => without.includes(seq));
  if (both !== undefined) throw new TapeError('bad-input', `Entry #${both} cannot be both kept and left out.`);
  const { parts, ...rest } = composedOf(choice);
  const more = (['pin', 'without'] as const).flatMap((type) => {
    const seqs = { pin, without }[type];
    return seqs.length === 0 ? [] : [{ type, seqs: [...new Set(seqs)].sort((a, b) => a - b) }];
  });
  return { ...rest, parts: [...parts, ...more] };
}

/** The blocks of the edited context. `derived`: put together from entries also where the request itself is at hand. Throws as a view does, and 'bad-input' for an entry that cannot be edited. */
export async function editedAt(rim: Rim, { tape, place, choice, edits }: Asked, known: Known | null, derived = false): Promise<Edited> {
  const decided = await decideAt(rim, tape.id, place, editedChoice(choice, edits));
  const isOwn = choice.type === 'as-recorded' && 'step' in place && place.step === known?.step;
  if (!derived && !isEdited(edits)) {
    if (isOwn && known?.whole) return { decided, blocks: known.sent, exact: true, before: new Map() };
    return { decided, blocks: blocksIn(await sentOf(rim, tape.id, place, choice)), exact: false, before: new Map() };
  }
  const before = new Map<number, string>();
  const blocks = blocksIn(await changedIn(rim, decided, changeOf(rim, decided, edits.replace, before)));
  return { decided, blocks, exact: false, before };
}

const blocksIn = (sent: Awaited<ReturnType<typeof sentOf>>): Block[] => sentBlocks(bodyIn(sent)) ?? [];

/** Puts the new texts into their records. Throws 'bad-input' for an entry that is not in the context, or that is not text. */
export function changeOf(rim: Rim, decided: Decided, replace: Edits['replace'], before = new Map<number, string>()): Change {
  const texts = new Map(replace.map(({ seq, text }) => [seq, text]));
  const twice = replace.find(({ seq }, at) => replace.findIndex((one) => one.seq === seq) < at);
  if (twice !== undefined) throw new TapeError('bad-input', `Entry #${twice.seq} is given two texts.`);
  const here = new Set(decided.selection.picks.map(({ seq }) => seq));
  const missing = replace.find(({ seq }) => !here.has(seq));
  if (missing !== undefined)
    throw new TapeError('bad-input', `Entry #${missing.seq} is not in this context, so its text cannot be replaced.`);
  const format = rim.formatOf(decided.tape.format);
  return (row: EntryRow, record: JsonObject) => {
    const text = texts.get(row.seq);
    if (text === undefined) return record;
    const changed = replaced(record, format.parts(record), text);
    if (changed !== null) {
      before.set(row.seq, changed.before);
      return changed.record;
    }
    throw new TapeError('bad-input', `Entry #${row.seq} is not text in its record, so it can be left out, but not replaced.`);
  };
}
