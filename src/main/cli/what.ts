import type { EntryRow } from '../../shared/model/index.ts';
import { Flag, has } from '../../shared/model/vocabulary.ts';
import { beginnings } from './previews.ts';
import type { Session } from './session.ts';

const WORDS: Readonly<Record<string, string>> = { tool_call: 'call', tool_result: 'result' };

/** What an entry is called, as in the window. */
const wordOf = ({ kind, role, flags }: EntryRow): string => {
  if (kind !== 'message') return WORDS[kind] ?? kind;
  if (has(flags, Flag.Summary)) return 'summary';
  if (has(flags, Flag.Thinking)) return 'thinking';
  return role === 'user' && has(flags, Flag.Meta | Flag.Notification) ? 'injected' : (role ?? kind);
};

/**
 * What entries are, by their numbers: a word and how they begin. A result begins with the call that it answers, the tool and what it was about,
 * since that is what could have been asked for less.
 */
export async function whatsOf(session: Session, tape: string, seqs: readonly number[], width: number): Promise<Map<number, string>> {
  const { catalog } = session.engine;
  const rows = catalog.entriesAt(tape, seqs);
  const callOf = ({ seq, results: [call] }: EntryRow): number =>
    (call === undefined ? undefined : catalog.tool(tape, call).calls.findLast((one) => one < seq)) ?? seq;
  const shown = new Map(rows.map((row) => [row, callOf(row)]));
  const begins = await beginnings(session, tape, [...new Set(shown.values())], width);
  return new Map([...shown].map(([row, at]) => [row.seq, `${wordOf(row)} ${begins.get(at) ?? ''}`.trimEnd()]));
}
