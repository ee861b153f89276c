import type { Proof } from '../../../../shared/model/index.ts';

/** What it means that the view of a step is known in this way, in a sentence. */
export const RULES: Readonly<Record<Proof['state'], string>> = {
  recorded: 'The log records the request itself.',
  verified: 'Every block of the view was sent unchanged, in its place.',
  differs: 'The view differs from the request that was sent; Request shows each difference.',
  derived: 'Nobody captured this request. Its messages are derived from the log by the agent’s rules.',
  inferred: 'Nobody captured this request. Recorded sizes decided between several readings of the log.',
  unknown: 'Nobody captured this request, and the rules of this log are not known.',
};
