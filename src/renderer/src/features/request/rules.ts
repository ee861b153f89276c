import type { Proof } from '../../../../shared/model/index.ts';

/** What it means that the view of a step is known in this way, in a sentence. */
export const RULES: Readonly<Record<Proof['state'], string>> = {
  recorded: 'The log records the request itself.',
  verified: 'Every block of the view was sent as it is, in its place.',
  differs: 'The view and the request that was sent are not the same; each difference is in Request.',
  derived: 'Nobody captured this request. Its messages are what the rules of the agent make of the log.',
  inferred: 'Nobody captured this request. Recorded sizes decided between several readings of the log.',
  unknown: 'Nobody captured this request, and the rules of this log are not known.',
};
