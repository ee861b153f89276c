import type { Rules } from '../context/rules.ts';
import { piRules } from '../pi/context.ts';

/** Nobody saw what Oh My Pi sends: the nearest rule is pi's, and each view says that it is no more than that. */
export const ohMyPiRules: Rules = {
  ...piRules,
  evidence: {
    unknown: 'Oh My Pi has its own rules since it began as a copy of pi, and no request of it was seen: this is what pi would send.',
  },
};
