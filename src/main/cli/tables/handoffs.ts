import type { Command } from '../command.ts';
import { json, POINTS, tapeOperand, WHICH } from '../flags.ts';

/** Commands about phases and the states that they hand over. */
export const HANDOFFS: readonly Command[] = [
  {
    name: 'handoffs',
    topic: 'imported',
    summary: 'list the phases of a tape with what was carried and left behind',
    operands: [tapeOperand],
    flags: [{ name: 'family', description: 'with the phases of its archives, forks, copies and continuations' }, ...WHICH, json],
    notes: ['Compactions, plan approvals and chains that restarted are phases too, marked *.'],
    example: ['tape handoffs session.jsonl', 'one line per phase, then what each handed to the next'],
    load: () => import('../commands/handoffs.ts'),
  },
  {
    name: 'state',
    topic: 'imported',
    summary: 'show the state that a phase began with, as a tree with its references',
    operands: [tapeOperand],
    flags: [{ name: 'against', value: 'POINT', description: 'mark differences from the state of this phase' }, ...WHICH, json],
    notes: [`${POINTS} It shows the phase of that entry; without one, the newest phase.`],
    example: ['tape state session.jsonl', 'the state of the newest phase; each reference says where it leads'],
    load: () => import('../commands/state.ts'),
  },
];
