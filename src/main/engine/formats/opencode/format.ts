import type { Format, Located, Sample } from '../format.ts';
import { isObject } from '../json.ts';
import { share } from '../share.ts';
import type { JsonObject } from '../values.ts';
import { exportedIn } from './exported.ts';
import { cleared, messages } from './messages.ts';
import { costOf, read } from './read.ts';
import { part, partIn } from './record.ts';
import { parts, payload, preview, text } from './show.ts';
import { thread } from './thread.ts';

/** Sessions of OpenCode: rows of its database, events or rows of state. */
export const openCode = {
  ...{ id: 'opencode', name: 'OpenCode', detect, locate, read, part, thread, text, parts, preview, messages, payload },
  document: { records: ['info', 'messages.*'] },
  cost: (record: JsonObject) => costOf(partIn(record) ?? {}),
  cleared,
} as const satisfies Format;

const EVENT = /^(?:session|message)\.[a-z.]+\.\d+$/;

/** Events of a session with their number in it, or rows of its tables. */
function detect(sample: Sample): number {
  if (sample.document !== undefined) return detectDocument(sample);
  return share(
    sample.records.filter(isObject),
    likeness,
    ({ table, aggregate_id: id }: JsonObject) => table === undefined && id === undefined,
  );
}

/** An export has messages with their parts. Of a session in files the first one says where it was and of which project. */
function detectDocument({ path, records, document }: Sample): number {
  const objects = records.filter(isObject);
  if (document?.keys.includes('messages') && objects.some((record) => exportedIn(record) !== null)) return 1;
  const [head] = objects;
  const isSession = head !== undefined && typeof head.directory === 'string' && typeof head.projectID === 'string';
  return isSession && /[\\/]ses_[^\\/]+\.json$/.test(path) ? 1 : 0;
}

function likeness({ table, type, data, aggregate_id: of, seq, ...row }: JsonObject): number {
  if (typeof of === 'string' && typeof seq === 'number' && typeof type === 'string' && isObject(data)) return EVENT.test(type) ? 1 : 0.4;
  if (table === 'session') return typeof row.project_id === 'string' ? 1 : 0;
  return (table === 'message' || table === 'part') && typeof row.session_id === 'string' && isObject(data) ? 1 : 0;
}

const SESSION = /[\\/](ses_[A-Za-z0-9]+)(?:\.json)?$/;

/** A tape of the database is called by the id of its session. */
function locate(path: string): Located {
  const session = SESSION.exec(path)?.[1];
  return session === undefined ? {} : { session };
}
