import type { Costly, Policy, Residency } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { parsePolicy } from '../views/policy.ts';
import { costliest, residencyOf } from './residency.ts';

/** What is asked for; plain data, so that it can be sent to a thread. */
export interface ResidencyQuery {
  tape: string;
  policy: Policy;
}

export type ResidencyAnswer = Residency & { costly: Costly[] };

const COSTLIEST = 10;
/** Answers that are kept while their tapes stay as they are: a chart asks for one, its entries for the same again. */
const KEPT = 4;

/** Answers over one connection to the catalog. */
export const createResidencyService = (catalog: Catalog): ((query: ResidencyQuery) => ResidencyAnswer) => {
  const kept = new Map<string, ResidencyAnswer>();
  return ({ tape: id, policy }) => {
    const tape = catalog.tape(id);
    const key = JSON.stringify([tape.id, policy, tape.entries, tape.steps, tape.bytes, catalog.receipt(tape.id).reread]);
    const known = kept.get(key);
    if (known) return known;
    const residency = residencyOf(catalog, tape.id, parsePolicy(policy));
    const answer = { ...residency, costly: costliest(residency, COSTLIEST) };
    kept.set(key, answer);
    const [oldest] = kept.size > KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return answer;
  };
};
