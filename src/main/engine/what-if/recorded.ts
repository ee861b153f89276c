import type { Decision, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { loadWhatIsThere } from '../bytes/load.ts';
import { sentBlocks } from '../formats/captured/request.ts';
import { asString } from '../formats/json.ts';
import type { Block } from '../formats/snapshots/block.ts';
import type { Call } from '../runs/conversation.ts';
import type { Rim } from '../views/rim.ts';
import { decisionIn } from './decision.ts';

/** The answer of a step in blocks, by the log; none where nothing of it is there. */
const answerOf = async (rim: Rim, tape: TapeRow, step: number): Promise<Block[]> => {
  const { first, last, model } = rim.catalog.step(tape.id, step);
  const rows = rim.catalog
    .entries(tape.id, first, last + 1)
    .filter((row) => row.step === step && row.role === 'assistant' && has(row.flags, Flag.Sent) && !has(row.flags, Flag.Failed));
  const records = (await loadWhatIsThere(tape, rows)).flatMap((record) => record ?? []);
  return records.length === 0 ? [] : (sentBlocks({ messages: rim.formatOf(tape.format).messages(records, model, records) }) ?? []);
};

/** What a model decided at a step, by the log; null where nothing of its answer is there. */
export async function recordedDecision(rim: Rim, tape: TapeRow, step: number): Promise<Decision | null> {
  return decisionIn(await answerOf(rim, tape, step));
}

/** The same, its calls with their ids. */
export async function recordedAnswer(rim: Rim, tape: TapeRow, step: number): Promise<{ text: string; calls: Call[] } | null> {
  const blocks = await answerOf(rim, tape, step);
  const decision = decisionIn(blocks);
  if (decision === null) return null;
  const ids = blocks.flatMap(({ block, id }) => (block === 'call' ? [asString(id) ?? ''] : []));
  return { text: decision.text, calls: decision.calls.map((call, at) => ({ ...call, id: ids[at] ?? '' })) };
}
