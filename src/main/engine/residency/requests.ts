import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Whole } from './material.ts';

/** A sentence about steps that made several requests under one id, as runs of Bub do: their ledger holds the first against the last. */
export const requestNotes = ({ rows, steps }: Pick<Whole, 'rows' | 'steps'>): string[] => {
  const requests = new Map<number, number>();
  for (const { step, kind, flags } of rows)
    if (step !== null && kind === 'system' && has(flags, Flag.StepPrompt)) requests.set(step, (requests.get(step) ?? 0) + 1);
  const several = steps.filter(({ step }) => (requests.get(step) ?? 0) > 1).length;
  if (several === 0) return [];
  const [number, of] = [several, steps.length].map((count) => count.toLocaleString('en-US'));
  return [
    `${number} of ${of} steps made several requests under one id: in context is what the first was sent, recorded is the input of the last.`,
  ];
};
