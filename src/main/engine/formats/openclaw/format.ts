import type { Built, Format, Located, Sample } from '../format.ts';
import { isObject } from '../json.ts';
import { detect } from '../pi/detect.ts';
import { pi } from '../pi/format.ts';
import { requestOf } from '../pi/messages.ts';
import type { Said } from '../pi/said.ts';
import type { Json } from '../values.ts';
import { read } from './read.ts';

const KEPT = /^(.+?)\.(?:jsonl\.(reset|deleted)\.[^/\\]+|checkpoint\.([^.]+)\.jsonl)$/;

/** What the path of an OpenClaw session tells: copies before a compaction, and sessions that were reset or deleted, name the session. */
function locate(path: string): Located {
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

const OWN = /^openclaw[.:]|^model-snapshot$/;

/** Whether a sample was written by OpenClaw, which keeps its sessions in the shape of pi: by its own entries, or by the folder of its agents. */
function isOpenClaw({ path, records }: Sample): boolean {
  return (
    /[/\\]\.openclaw[/\\]/.test(path) ||
    records.some((record) => isObject(record) && (OWN.test(String(record.customType ?? '')) || record.provider === 'openclaw')) ||
    records.some((record) => isObject(record) && record.type === 'session' && /[/\\]\.openclaw([/\\]|$)/.test(String(record.cwd ?? '')))
  );
}

/** Answers that follow each other are one: OpenClaw repeats what a terminal showed. */
function joined(said: Said[]): Said[] {
  const out: Said[] = [];
  for (const one of said) {
    const last = out.at(-1);
    if (one.role === 'assistant' && last?.role === 'assistant' && !one.dropped && !last.dropped)
      out[out.length - 1] = { ...last, content: [...last.content, ...one.content] };
    else out.push(one);
  }
  return out;
}

const built = (records: readonly Json[], own: readonly Json[] = []): Built => requestOf(records, own, joined);

/** Sessions of OpenClaw, which runs pi as a library and writes what it writes. */
export const openClaw = {
  ...pi,
  id: 'openclaw',
  name: 'OpenClaw',
  detect: (sample) => (isOpenClaw(sample) ? detect(sample) : 0),
  locate,
  read,
  built,
  messages: (records, _model, own) => built(records, own).messages,
} as const satisfies Format;
