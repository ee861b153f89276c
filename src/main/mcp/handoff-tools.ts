import { z } from 'zod';
import type { Phase, TapeRow } from '../../shared/model/index.ts';
import { HandoffInput } from '../../shared/model/native.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { existingTapeFolder, findWorkspace } from '../engine/store/places.ts';
import { fitted, idOf, line, next, paging, sentences, stretch, textIn } from './answer.ts';
import { Asked, asking, ofSession } from './asking.ts';
import type { Calling } from './host.ts';
import { defineTool } from './tool.ts';

const PhaseItem = z.object({
  id: z.string().describe('The entry that opened it: give its number as phase to read its state.'),
  name: z.string(),
  type: z.string(),
  owner: z.string().nullable(),
  steps: z.number().int(),
  outcome: z.string(),
  state_chars: z.number().int(),
  reached: z.string().describe('Whether its state was in the context of its first request.'),
});

const itemOf = ({ seq, name, type, owner, steps, outcome, state, reached }: Phase) => ({
  ...{ id: idOf(seq), name: line(name, 80), type, owner: owner === null ? null : line(owner, 60), steps },
  ...{ outcome: line(outcome, 80), state_chars: state.chars, reached: line(reached.words) },
});

const stateOf = async (
  { session }: Calling,
  { id }: TapeRow,
  seq: number,
  head: object,
  page: { max_tokens: number; cursor?: string | undefined },
) => {
  const { text } = await session.call('handoffs.value', { tape: id, seq, path: [] });
  return { of: idOf(seq), ...textIn(text, head, page) };
};

export const handoffRead = defineTool({
  name: 'handoff_read',
  title: 'Read what a phase was handed',
  description:
    'Without phase: lists the phases of a session, the newest first. With it: the state that the phase began with, as JSON, such as the summary of a compaction or what a handoff carried.',
  input: z.object({ ...ofSession, phase: z.number().int().min(1).optional().describe('Number of the entry that opened it.'), ...paging }),
  output: z.object({
    asked: Asked,
    notes: z.array(z.string()),
    state: z.object({ of: z.string(), text: z.string(), next }).nullable(),
    items: z.array(PhaseItem),
    next,
  }),
  run: async ({ session, phase, ...page }, calling) => {
    const { row, asked } = await asking(calling, session);
    if (phase !== undefined) return { asked, notes: [], state: await stateOf(calling, row, phase, asked, page), items: [], next: null };
    const { phases, notes } = await calling.session.call('handoffs.get', { tape: row.id, family: false, limit: 2000 });
    const newest = phases.toReversed();
    return fitted({ asked, notes: sentences(notes), state: null }, stretch(newest, page).map(itemOf), newest.length, page);
  },
});

/** The tape that is named, else that of the folder: nothing is begun for an agent that nobody asked for. */
const nativeOf = async ({ session, folder }: Calling, named: string | undefined): Promise<TapeRow> => {
  if (named !== undefined) return session.tape(named);
  const workspace = folder === null ? null : findWorkspace(session.engine.settings().tapeHome, folder);
  if (workspace === null)
    throw new TapeError(
      'not-found',
      `${folder ?? 'This host'} has no native tape. A person starts one with tape init, or name one as tape.`,
    );
  return session.tape(existingTapeFolder(workspace, { session: workspace.config.defaultSession, fork: null }));
};

export const handoffWrite = defineTool({
  name: 'handoff_write',
  title: 'Hand over to the next phase',
  description:
    'Appends an anchor with a state to the native tape of this folder: what the next phase, or another agent, must know. Logs of agents are never written to.',
  writes: true,
  input: z.object({
    tape: z.string().min(1).max(4096).optional().describe('Id of a native tape; that of the folder by default.'),
    name: HandoffInput.shape.name,
    summary: z.string().max(100_000).optional().describe('What the next phase must know.'),
    next_steps: z.array(z.string().max(10_000)).max(100).optional(),
    source_ids: z.array(z.number().int().min(1)).max(1000).optional().describe('Entries of that tape that the summary rests on.'),
    owner: z.string().max(200).optional().describe('Who continues.'),
    state: z.record(z.string(), z.unknown()).optional().describe('Further state.'),
  }),
  output: z.object({ tape: z.string(), title: z.string(), id: z.string(), notes: z.array(z.string()) }),
  run: async ({ tape, name, summary, next_steps: nextSteps, source_ids: sourceIds, owner, state }, calling) => {
    const row = await nativeOf(calling, tape);
    const input = { tape: row.id, name, summary, nextSteps, sourceIds, owner, state };
    const { ids, notes } = await calling.session.call('native.handoff', input);
    return { tape: row.id, title: line(row.title, 120), id: idOf(ids[0] ?? 0), notes: sentences(notes) };
  },
});
