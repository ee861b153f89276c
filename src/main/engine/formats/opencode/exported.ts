import { asList, asNumber, asObject, asString, isObject } from '../json.ts';
import type { JsonObject } from '../values.ts';

/** Exports, and the files of older versions: the same sessions, messages and parts as rows of the database, in other wrappings. */

/** A message with all of its parts, as an export has it; null for another record. */
export function exportedIn(record: JsonObject): { info: JsonObject; parts: JsonObject[] } | null {
  const info = asObject(record.info);
  if (record.table !== undefined || info === null || typeof info.role !== 'string' || !Array.isArray(record.parts)) return null;
  return { info, parts: asList(record.parts).filter(isObject) };
}

/** In the place of an id in a copy from which secrets were taken. */
const TAKEN_OUT = 'REDACTED';

/** Ids that were removed are all the same: the time tells messages apart, the place their parts. */
const idOf = ({ id, time }: JsonObject): string => {
  const own = asString(id) ?? TAKEN_OUT;
  return own === TAKEN_OUT ? `${own} ${asNumber(asObject(time)?.created) ?? ''}` : own;
};

/** The rows that a message of an export would be in a database; null for another record. */
export function rowsOf(record: JsonObject): JsonObject[] | null {
  const found = exportedIn(record);
  if (found === null) return null;
  const { info, parts } = found;
  const [id, session] = [idOf(info), info.sessionID ?? null];
  const numbered = parts.some((part) => part.id === undefined || part.id === TAKEN_OUT);
  return [
    { table: 'message', id, session_id: session, data: info },
    ...parts.map((part, at): JsonObject => {
      const own = numbered ? `prt ${String(at).padStart(6, '0')}` : (part.id ?? null);
      return { table: 'part', id: own, message_id: id, session_id: session, data: part };
    }),
  ];
}

/** A file of an older version as the row that it would be: a session, a message or a part. Another record as it is. */
export function asRow(record: JsonObject): JsonObject {
  const { table, aggregate_id: of, id, sessionID = null, messageID, role, type, directory, time } = record;
  if (table !== undefined || of !== undefined || typeof id !== 'string') return record;
  if (typeof messageID === 'string' && typeof type === 'string')
    return { table: 'part', id, message_id: messageID, session_id: sessionID, data: record };
  if (typeof role === 'string' && sessionID !== null) return { table: 'message', id, session_id: sessionID, data: record };
  if (typeof directory !== 'string' || !isObject(time)) return record;
  const { parentID = null, title = null, version = null, projectID = null, revert = null } = record;
  return {
    ...{ table: 'session', id, parent_id: parentID, directory, title, version, project_id: projectID, revert },
    ...{ time_created: time.created ?? null, time_updated: time.updated ?? null },
  };
}
