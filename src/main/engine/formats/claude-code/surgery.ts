import { basename, dirname, join } from 'node:path';
import { asString } from '../json.ts';
import { OWN_ORIGIN, OWN_TYPE } from '../own.ts';
import type { Marked, Placed, Summarised, Surgery } from '../surgery.ts';
import type { JsonObject } from '../values.ts';

/** The record that tells a transcript of ours from an agent's own: which copy of what it is. Claude Code leaves out types that it does not know. */
function originMark(facts: Marked): JsonObject {
  return {
    type: OWN_TYPE,
    origin: OWN_ORIGIN,
    op: facts.change.op,
    sessionId: facts.session,
    source: facts.source,
    at: facts.at,
    ...(facts.change.op === 'drop-span' ? { from: facts.change.from, to: facts.change.to } : {}),
    ...(facts.change.op === 'compact' ? { keep: facts.change.keep } : {}),
    ...(facts.sizes && { sizes: facts.sizes }),
    created: facts.created,
    tapescope: facts.version,
  };
}

/** A result names the answer that called for it, which is its parent; where that goes, the name goes too. */
const withoutCaller = ({ sourceToolAssistantUUID: caller, ...record }: JsonObject): JsonObject =>
  caller === undefined || caller === record.parentUuid ? record : { ...record, sourceToolAssistantUUID: caller };

/** Where the entry before a compaction goes, the nearest one above it that stays takes its place. */
const logicalParent = (record: JsonObject, { instead }: Placed): JsonObject => {
  const named = asString(record.logicalParentUuid);
  const found = named === null ? undefined : instead(named);
  return found === undefined ? {} : { logicalParentUuid: found };
};

const copied = (record: JsonObject, placed: Placed): JsonObject => ({
  ...(placed.parent === undefined ? record : withoutCaller(record)),
  ...(placed.parent !== undefined && { parentUuid: placed.parent }),
  ...(record.sessionId !== undefined && { sessionId: placed.session }),
  ...logicalParent(record, placed),
});

/** One entry in place of a prefix, with the ids of all that it replaces; `leafUuid` is the last of them, as Claude Code's titles name theirs. */
const summary = ({ id, session, text, like, project, now, sources, leaf }: Summarised): JsonObject => {
  const from = (key: string, otherwise: string): string => asString(like?.[key]) ?? otherwise;
  return {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: from('cwd', project),
    sessionId: session,
    version: from('version', '0.0.0'),
    gitBranch: from('gitBranch', ''),
    type: 'user',
    message: { role: 'user', content: text },
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
    uuid: id,
    timestamp: from('timestamp', now),
    leafUuid: leaf,
    sources: [...sources],
  };
};

/** How copies of Claude Code's sessions are written. */
export const surgery: Surgery = {
  lastWins: new Set([
    ...['custom-title', 'ai-title', 'agent-name', 'agent-color', 'mode', 'permission-mode', 'pr-link', 'bridge-session', 'summary'],
  ]),
  about: new Set(['file-history-snapshot', 'last-prompt', 'summary']),
  refOf: (record) => asString(record.messageId) ?? asString(record.leafUuid),
  ...{ copied, summary, mark: originMark },
  fileName: (session) => `${session}.jsonl`,
  command: (session) => `claude -r ${session}`,
  agents: {
    folder: (file) => join(dirname(file), basename(file, '.jsonl')),
    pattern: 'subagents/**/*.jsonl',
    about: (file) => file.replace(/\.jsonl$/, '.meta.json'),
  },
};
