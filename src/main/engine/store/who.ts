import { userInfo } from 'node:os';

/** The person at the machine, for events that say who did something; `unknown` where the system does not tell. */
export function whoAmI(): string {
  try {
    return userInfo().username || 'unknown';
  } catch {
    return 'unknown';
  }
}
