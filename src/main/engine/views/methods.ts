import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import type { WireMessage } from '../formats/format.ts';
import { loadRecords } from '../source/source.ts';
import { assemble, createRim, decideAt, type Rim } from './assemble.ts';
import { conserve } from './conserve.ts';
import { type PolicyChoice, parsePolicy } from './policy.ts';

/** Views of a step: as blocks and omissions, and as the messages that were sent. */
export const viewMethods = ({
  catalog,
  options,
}: Pick<Engine, 'catalog'> & Partial<Pick<Engine, 'options'>>): Pick<Handlers, 'views.assemble' | 'views.messages'> => {
  const rim = createRim(catalog, options?.home);
  return {
    'views.assemble': ({ tape, step, policy }) => assemble(rim, tape, step, parsePolicy(policy)),
    'views.messages': async ({ tape, step, policy }) => ({ messages: await messagesOf(rim, tape, step, parsePolicy(policy)) }),
  };
};

/**
 * The messages that a policy sends, in the wire shape of the tape's own agent. Throws TapeError('unreadable') where the
 * source has changed underneath: half a conversation would be worse than none.
 */
export const messagesOf = async (rim: Rim, tapeId: string, stepNumber: number, choice: PolicyChoice): Promise<WireMessage[]> => {
  const { tape, step, selection, material, rowOf } = await decideAt(rim, tapeId, stepNumber, choice);
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
