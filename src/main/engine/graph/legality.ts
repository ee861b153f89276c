import type { EntryRow, Legality } from '../../../shared/model/index.ts';
import type { Fault, Legal, OpenCall } from '../formats/context/legal.ts';

/** Whether one may continue from an entry, in one sentence where not. `rowOf` finds the entries that it names. */
export function legalityOf(legal: Legal, seq: number, rowOf: (seq: number) => EntryRow | undefined): Legality {
  const fault = legal.fault(seq);
  const step = legal.stepAt(seq);
  if (!fault) return { seq, legal: true, code: null, reason: null, at: null, step };
  return { seq, legal: false, code: fault.code, reason: sentence(fault, seq, rowOf), at: fault.at, step };
}

const sentence = (fault: Fault, seq: number, rowOf: (seq: number) => EntryRow | undefined): string => {
  switch (fault.code) {
    case 'sidecar':
      return `Entry ${seq} is bookkeeping of the session${named(rowOf(seq)?.kind)}, not part of the conversation.`;
    case 'progress':
      return `Entry ${seq} reports the progress of a tool or hook, not part of the conversation.`;
    case 'subagent':
      return `Entry ${seq} is the work of a sub-agent, which has a conversation of its own.`;
    case 'parent':
      return `Entry ${fault.at}${fault.at === seq ? '' : ', on the way here,'} names a parent${named(fault.parent)} that is not in the file before it.`;
    case 'call':
      return `The call ${callName(fault.call)} of entry ${fault.at} has no result here.`;
    case 'step':
      return `The model's answer, step ${fault.step}, continues until entry ${fault.at}.`;
    case 'boundary':
      return `The compaction of entry ${fault.at ?? seq} has no summary here yet.`;
    case 'waiting':
      return `${waits(rowOf(fault.at ?? seq))} of entry ${fault.at ?? seq} waits for the model's answer.`;
    case 'roles':
      return `Entries ${fault.before} and ${fault.at} are two answers in a row, with nothing said between them.`;
    case 'empty':
      return `There is no answer before entry ${seq}: no conversation to continue.`;
  }
};

const named = (name: string | null | undefined): string => (name ? ` (${name})` : '');

const callName = ({ name, id }: OpenCall): string => [name, named(id).trim()].filter((part) => part !== '').join(' ');

const waits = (row: EntryRow | undefined): string => (row?.kind === 'tool_result' ? 'The result' : 'The prompt');
