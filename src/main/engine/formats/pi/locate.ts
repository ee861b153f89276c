import type { Located } from '../format.ts';

/** `TIME_SESSION.jsonl`. */
const SESSION = /^\d{4}-\d\d-\d\dT[\d-]+Z_(.+)\.jsonl$/;
/** The id of a session, by the name of its file; undefined for another name. */
export function sessionOf(path: string): string | undefined {
  return SESSION.exec(path.split(/[\\/]+/).at(-1) ?? '')?.[1];
}

/** Where the sub-agents of an extension write: `SESSION'S FILE/RUN/run-N/session.jsonl`. */
const RUN = /^run-\d+$/;

/**
 * What the path of a pi session tells. The project is never taken from the folder: its name is lossy. A sub-agent's session is in a folder named
 * after its parent's file.
 */
export function locate(path: string): Located {
  const parts = path.split(/[\\/]+/);
  const name = parts.at(-1) ?? '';
  const session = sessionOf(name);
  if (session !== undefined) return { session };
  const [parent = '', run = '', nth = ''] = parts.slice(-4, -1);
  const parentSession = sessionOf(`${parent}.jsonl`);
  if (name !== 'session.jsonl' || !RUN.test(nth) || parentSession === undefined) return {};
  return { agent: `${run}/${nth}`, relation: 'sub-agent', parentSession };
}
