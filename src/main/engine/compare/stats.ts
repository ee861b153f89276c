import type { CompareSide, EntryRow, SideStats } from '../../../shared/model/index.ts';
import { tally } from '../../../shared/model/tally.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { recordsOf } from '../bytes/payloads.ts';
import { cut } from '../text/excerpt.ts';
import type { Rim } from '../views/rim.ts';
import { stepsOf } from './fork.ts';
import type { Lineage } from './lineage.ts';
import { filesIn } from './paths.ts';

/** What a side did with these entries, which are those after the fork point. Reads its calls, for the files they name. */
export async function statsOf(rim: Rim, { decided }: Lineage, own: readonly EntryRow[]): Promise<SideStats> {
  const { tape } = decided;
  const tools: Record<string, number> = {};
  const calls = own.filter((row) => row.calls.length > 0 || row.kind === 'tool_call');
  // One entry may make several calls; its label then names them all, in order.
  for (const { label } of calls) for (const name of label.split(', ')) tally(tools, name, 1);
  const looked = calls.slice(-MOST_CALLS);
  const times = own.flatMap((row) => (row.time === null ? [] : [row.time]));
  return {
    steps: stepsOf(own),
    entries: own.length,
    tools: Object.entries(tools)
      .map(([name, count]) => ({ name, calls: count }))
      .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1)),
    toolCalls: calls.reduce((sum, row) => sum + Math.max(1, row.calls.length), 0),
    errors: own.filter((row) => has(row.flags, Flag.Failed)).length,
    files: await filesOf(rim, tape, looked),
    filesComplete: looked.length === calls.length,
    usage: usageOf(rim, tape.id, own),
    started: times.reduce<number | null>((least, time) => (least === null || time < least ? time : least), null),
    ended: times.reduce<number | null>((most, time) => (most === null || time > most ? time : most), null),
  };
}

/** The newest calls that are looked into for files. */
const MOST_CALLS = 5000;
const MOST_FILES = 500;

const filesOf = async (rim: Rim, tape: Lineage['decided']['tape'], calls: readonly EntryRow[]): Promise<SideStats['files']> => {
  const written = new Map<string, boolean>();
  for await (const files of filesIn(tape, rim.formatOf(tape.format), calls))
    for (const file of files) written.set(file.path, written.get(file.path) === true || file.written);
  return [...written]
    .map(([path, writes]) => ({ path, written: writes }))
    .sort((a, b) => Number(b.written) - Number(a.written) || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_FILES);
};

const usageOf = ({ catalog }: Rim, tape: string, own: readonly EntryRow[]): SideStats['usage'] => {
  const steps = new Set(own.flatMap((row) => (row.step !== null && row.role === 'assistant' ? [row.step] : [])));
  let sum: NonNullable<SideStats['usage']> | null = null;
  for (const number of steps) {
    const { usage } = catalog.step(tape, number);
    if (!usage) continue;
    sum ??= { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    sum.input += usage.input;
    sum.output += usage.output;
    sum.cacheRead += usage.cacheRead;
    sum.cacheWrite += usage.cacheWrite;
  }
  return sum;
};

const ANSWER_CHARS = 2000;

/** The last words of the model among these entries. */
export async function answerOf(rim: Rim, { decided: { tape } }: Lineage, own: readonly EntryRow[]): Promise<CompareSide['answer']> {
  const said = own.findLast((row) => row.role === 'assistant' && row.kind === 'message' && !has(row.flags, Flag.Thinking) && row.chars > 0);
  if (!said) return null;
  const format = rim.formatOf(tape.format);
  for await (const [found] of recordsOf(tape, [said])) {
    const text = found?.record ? format.text(found.record) : '';
    return { seq: said.seq, text: cut(text, ANSWER_CHARS) };
  }
  return null;
}
