import type { CallContext, Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import type { WireMessage } from '../formats/format.ts';
import { loadRecords } from '../source/source.ts';
import { assemble, decideAt } from './assemble.ts';
import { conserve } from './conserve.ts';
import { type Place, placeOf } from './place.ts';
import { type PolicyChoice, parsePolicy } from './policy.ts';
import { createRim, type Rim } from './rim.ts';

/** Views of a step: as blocks and omissions, and as the messages that were sent. `remember` has an index of no use made anew. */
export const viewMethods = (
  { catalog, options }: Pick<Engine, 'catalog'> & Partial<Pick<Engine, 'options'>>,
  remember?: Handlers['memory.query'],
): Pick<Handlers, 'views.assemble' | 'views.messages'> => {
  const rim = createRim(catalog, options?.home);
  /** What a view says of the index is made true behind it. In a terminal it was asked before (`indexedFor`), and nothing outlives the answer. */
  const mend = async (tape: string, query: string, context: CallContext): Promise<void> => {
    if (options?.host === 'terminal') return;
    try {
      await remember?.({ tape, query, scope: 'tape', limit: 1 }, context);
    } catch {
      // The view has said what is wrong.
    }
  };
  return {
    'views.assemble': async ({ tape, policy, ...at }, context) => {
      const choice = parsePolicy(policy);
      const view = await assemble(rim, tape, placeOf(at), choice);
      if (choice.type === 'memory' && view.warnings.length > 0) void mend(view.tape, choice.query, context);
      return view;
    },
    'views.messages': async ({ tape, policy, ...at }) => ({ messages: await messagesOf(rim, tape, placeOf(at), parsePolicy(policy)) }),
  };
};

/**
 * The messages that a policy sends, in the wire shape of the tape's own agent. Throws TapeError('unreadable') where the
 * source has changed underneath: half a conversation would be worse than none.
 */
export const messagesOf = async (rim: Rim, tapeId: string, at: number | Place, choice: PolicyChoice): Promise<WireMessage[]> => {
  const { tape, step, selection, material, rowOf } = await decideAt(rim, tapeId, at, choice);
  const { picks } = conserve(selection, step.first, material.rows);
  const rows = [...picks.map((pick) => pick.seq), ...selection.shaping].flatMap((seq) => rowOf(seq) ?? []);
  const records = await loadRecords(tape.file, rows);
  return rim.formatOf(tape.format).messages(
    records.map((record, at) => {
      if (record) return record;
      throw new TapeError(
        'unreadable',
        `${tape.file} changed underneath at line ${rows[at]?.line ?? 0}. Open the tape again to read it anew.`,
      );
    }),
  );
};
