import type { Located } from '../format.ts';

/** `TIME_SESSION.jsonl`. */
const SESSION = /^\d{4}-\d\d-\d\dT[\d-]+Z_(.+)\.jsonl$/;
/** Where the sub-agents of an extension write: `SESSION'S FILE/RUN/run-N/session.jsonl`. */
const RUN = /^run-\d+$/;

/**
 * What the path of a pi session tells. The project is never taken from the folder: its name is lossy. A sub-agent's session is in a folder named
 * after its parent's file.
 */
export function locate(path: string): Located {
  const parts = path.split(/[\\/]+/);
  const name = parts.at(-1) ?? '';
  const session = SESSION.exec(name)?.[1];
  if (session !== undefined) return { session };
  const [parent = '', run = '', nth = ''] = parts.slice(-4, -1);
  const parentSession = SESSION.exec(`${parent}.jsonl`)?.[1];
  if (name !== 'session.jsonl' || !RUN.test(nth) || parentSession === undefined) return {};
  return { agent: `${run}/${nth}`, relation: 'sub-agent', parentSession };
}

const KEPT = /^(.+?)\.(?:jsonl\.(reset|deleted)\.[^/\\]+|checkpoint\.([^.]+)\.jsonl)$/;

/** What the path of an OpenClaw session tells: copies before a compaction, and sessions that were reset or deleted, name the session. */
export function locateOpenClaw(path: string): Located {
  const name = path.split(/[\\/]+/).at(-1) ?? '';
  if (/\.trajectory(@[^.]+)?\.jsonl$/.test(name))
    return {
      ignore: 'It is a trajectory of OpenClaw: contexts as they were compiled for each run. The session is in the file next to it.',
    };
  const [, stem, kept, checkpoint] = KEPT.exec(name) ?? [];
  if (stem === undefined) return /^[^.]+\.jsonl$/.test(name) ? { session: name.slice(0, -'.jsonl'.length) } : {};
  const parentFile = `${path.slice(0, path.length - name.length)}${stem}.jsonl`;
  if (checkpoint !== undefined)
    return {
      session: stem,
      relation: 'compaction-copy',
      agent: `checkpoint-${checkpoint}`,
      parentFile,
      title: 'checkpoint before a compaction',
    };
  return { session: stem, relation: 'archive', parentFile, title: `${kept} session` };
}
