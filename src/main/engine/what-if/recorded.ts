import type { Decision, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { loadWhatIsThere } from '../bytes/load.ts';
import { sentBlocks } from '../formats/captured/request.ts';
import type { Rim } from '../views/rim.ts';
import { decisionIn } from './decision.ts';

/** What a model decided at a step, by the log; null where nothing of its answer is there. */
export async function recordedDecision(rim: Rim, tape: TapeRow, step: number): Promise<Decision | null> {
  const { first, last, model } = rim.catalog.step(tape.id, step);
  const rows = rim.catalog
    .entries(tape.id, first, last + 1)
    .filter((row) => row.step === step && row.role === 'assistant' && has(row.flags, Flag.Sent) && !has(row.flags, Flag.Failed));
  const records = (await loadWhatIsThere(tape, rows)).flatMap((record) => record ?? []);
  if (records.length === 0) return null;
  const messages = rim.formatOf(tape.format).messages(records, model, records);
  return decisionIn(sentBlocks({ messages }) ?? []);
}
