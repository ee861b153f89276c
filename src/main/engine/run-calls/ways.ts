import { type Endpoint, variablesOf } from '../runs/endpoint.ts';
import type { Stop } from '../runs/entries.ts';

const LIMITS: Partial<Record<Stop['reason'], string>> = {
  'max-steps': 'Allow more requests below, then continue.',
  'token-budget': 'Raise the budget below, then continue.',
  'money-budget': 'Raise the budget below, then continue.',
  deadline: 'Allow more time below, then continue.',
  'cut-off': 'Ask it to continue, with a larger budget if there is one.',
  empty: 'Ask again, in other words or under another policy.',
};

/** What a person can do about how a run ended, in one sentence; null where there is nothing to do. `failure` is the kind of the error on the tape. */
export function wayOn({ reason, message = '' }: Stop, failure: string | null, endpoint: Pick<Endpoint, 'name'>): string | null {
  if (reason !== 'failed') return LIMITS[reason] ?? null;
  const { key, base } = variablesOf(endpoint);
  if (failure === 'rate-limited') return 'Wait a little, or choose another model, and send again.';
  if (failure === 'unreachable') return `Check that the server is running and that ${base} is its address, then start Tapescope again.`;
  if (failure === 'malformed') return `Check ${base}: what answers there does not speak this API.`;
  if (failure !== 'refused') return 'Send again; if it stays so, choose another model.';
  if (/answered 40[13]/.test(message)) return `Check the key in ${key}, then start Tapescope again.`;
  return /answered 404/.test(message)
    ? `Check the name of the model, and ${base}.`
    : 'Look at the request as it will be sent, change it, and send again.';
}
