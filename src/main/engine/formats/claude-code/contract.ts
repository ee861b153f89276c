import type { Contract } from '../contract.ts';
import { asString } from '../json.ts';
import { OWN_TYPE } from '../own.ts';
import type { JsonObject } from '../values.ts';
import { ERAS, TYPE_SPANS, TYPES } from './schemas.ts';

/** The summary of `tape compact` names what it replaces in two fields that Claude Code's own summaries lack. */
const plain = (record: JsonObject): JsonObject | null => {
  if (record.type === OWN_TYPE) return null;
  if (record.isCompactSummary !== true || !Array.isArray(record.sources)) return record;
  const { leafUuid: _leaf, sources: _sources, ...rest } = record;
  return rest;
};

export const contract: Contract = {
  /** Results name the answer that called for them a second time, and a resumed session looks for it there. */
  names(record) {
    const id = asString(record.sourceToolAssistantUUID);
    return id === null ? null : { id, as: 'sourceToolAssistantUUID' };
  },
  startsAgents: (label) => /\b(Task|Agent)\b/.test(label),
  schemas: {
    ...{ eras: ERAS, types: TYPES, spans: TYPE_SPANS, plain },
    typeOf: (record) => asString(record.type) ?? '',
    versionOf: (record) => asString(record.version),
  },
};
