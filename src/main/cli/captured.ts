import { existsSync } from 'node:fs';
import { defaultHome } from '../engine/app/settings.ts';
import { capturesIn } from '../engine/captures/runs.ts';
import type { Session } from './session.ts';

/** Brings up to date what tape record has kept on this machine, if anything: requests of any session may be in there. */
export async function readCaptures(session: Session): Promise<void> {
  const folder = capturesIn(defaultHome());
  if (existsSync(folder)) await session.read([folder]);
}
