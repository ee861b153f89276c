import type { Located } from '../format.ts';

const KEPT = /^(.+?)\.(?:jsonl\.(reset|deleted)\.[^/\\]+|checkpoint\.([^.]+)\.jsonl)$/;

/** What the path of an OpenClaw session tells: copies before a compaction, and sessions that were reset or deleted, name the session. */
export function locate(path: string): Located {
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
