import type { Era, Field, Span, Version } from '../contract.ts';

/**
 * Shapes of Claude Code's records by version of the writer, as data from real files.
 * A field without bounds was there in every version that was seen.
 */

export const ERAS: readonly Era[] = [
  { name: '1.0.98 to 2.0.29', from: [1, 0, 98], to: [2, 0, 29] },
  { name: '2.0.30 to 2.1.0', from: [2, 0, 30], to: [2, 1, 0] },
  { name: '2.1.1 to 2.1.6', from: [2, 1, 1], to: [2, 1, 6] },
  { name: '2.1.7 to 2.1.87', from: [2, 1, 7], to: [2, 1, 87] },
  { name: '2.1.88 to 2.1.219', from: [2, 1, 88], to: [2, 1, 219] },
];

type Schema = Field['schema'];

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const number: Schema = { type: 'number' };
const object: Schema = { type: 'object' };
const list: Schema = { type: 'array' };
const anything: Schema = {};

const must = (schema: Schema): Field => ({ schema, required: true });
const may = (schema: Schema, since?: Version, until?: Version): Field => ({ schema, ...(since && { since }), ...(until && { until }) });

/** What every record with a uuid carries. */
const NODE: Readonly<Record<string, Field>> = {
  uuid: must(text),
  parentUuid: must({ type: ['string', 'null'] }),
  isSidechain: must(flag),
  type: must(text),
  timestamp: must({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T' }),
  userType: must(text),
  cwd: must(text),
  sessionId: must(text),
  version: must(text),
  gitBranch: may(text),
  slug: may(text, [2, 0, 69]),
  entrypoint: may(text, [2, 1, 78]),
  agentId: may(text, [2, 0, 28]),
  sessionKind: may(text, [2, 1, 144]),
};

const blocks = (types: readonly string[]): Schema => ({
  type: ['string', 'array'],
  items: { type: 'object', required: ['type'], properties: { type: { enum: types } } },
});

const message = (role: string, types: readonly string[]): Schema => ({
  type: 'object',
  required: ['role', 'content'],
  properties: { role: { const: role }, content: blocks(types) },
});

const value = (name: string): Readonly<Record<string, Field>> => ({ type: must(text), sessionId: may(text), [name]: must(text) });

export const TYPES: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  user: {
    ...NODE,
    message: must(message('user', ['tool_result', 'text', 'image', 'document'])),
    toolUseResult: may(anything),
    sourceToolAssistantUUID: may(text, [2, 1, 1]),
    sourceToolUseID: may(text),
    promptId: may(text, [2, 1, 78]),
    promptSource: may(text, [2, 1, 170]),
    permissionMode: may(text, [2, 1, 15]),
    thinkingMetadata: may(object),
    todos: may(list, [2, 0, 69], [2, 1, 50]),
    isMeta: may(flag),
    origin: may(object, [2, 1, 119]),
    isCompactSummary: may(flag),
    isVisibleInTranscriptOnly: may(flag),
    imagePasteIds: may(list),
    planContent: may(text),
    classifierMetaLines: may(text, [2, 1, 205]),
    toolDenialKind: may(text),
    interruptedMessageId: may(text),
    mcpMeta: may(object),
    isApiErrorMessage: may(flag),
  },
  assistant: {
    ...NODE,
    message: must(message('assistant', ['text', 'thinking', 'redacted_thinking', 'tool_use', 'fallback'])),
    requestId: may(text),
    effort: may(text, [2, 1, 215]),
    attributionSkill: may(text),
    attributionPlugin: may(text),
    attributionMcpServer: may(text),
    attributionMcpTool: may(text),
    isApiErrorMessage: may(flag),
    apiErrorStatus: may(number),
    error: may(text),
    errorDetails: may(anything),
    isMeta: may(flag),
  },
  system: {
    ...NODE,
    subtype: must({
      enum: [
        'stop_hook_summary',
        'turn_duration',
        'away_summary',
        'local_command',
        'compact_boundary',
        'bridge_status',
        'api_error',
        'informational',
        'microcompact_boundary',
        'model_refusal_fallback',
      ],
    }),
    content: may(text),
    level: may(text),
    isMeta: may(flag),
    toolUseID: may(text),
    logicalParentUuid: may({ type: ['string', 'null'] }),
    compactMetadata: may(object),
    microcompactMetadata: may(object, [2, 1, 12], [2, 1, 22]),
    hookCount: may(number),
    hookInfos: may(list),
    hookErrors: may(list),
    hookAdditionalContext: may(list),
    preventedContinuation: may(flag),
    stopReason: may(text),
    hasOutput: may(flag),
    durationMs: may(number),
    messageCount: may(number),
    error: may(anything),
    cause: may(anything),
    retryInMs: may(number),
    retryAttempt: may(number),
    maxRetries: may(number),
    url: may(text),
  },
  progress: {
    ...NODE,
    data: must({
      type: 'object',
      required: ['type'],
      properties: {
        type: {
          enum: [
            'hook_progress',
            'agent_progress',
            'bash_progress',
            'mcp_progress',
            'waiting_for_task',
            'query_update',
            'search_results_received',
          ],
        },
      },
    }),
    toolUseID: may(text),
    parentToolUseID: may(text),
  },
  attachment: {
    ...NODE,
    // An open set: thirty kinds were seen, and each version has new ones.
    attachment: must({ type: 'object', required: ['type'], properties: { type: text } }),
  },
  'file-history-snapshot': { type: must(text), messageId: must(text), snapshot: must(object), isSnapshotUpdate: may(flag) },
  'queue-operation': {
    type: must(text),
    operation: must({ enum: ['enqueue', 'dequeue', 'remove', 'popAll'] }),
    timestamp: may(text),
    sessionId: may(text),
    content: may(anything),
  },
  'last-prompt': { type: must(text), sessionId: may(text), lastPrompt: may(text), leafUuid: may(text) },
  summary: { type: must(text), summary: must(text), leafUuid: may(text) },
  'custom-title': value('customTitle'),
  'ai-title': value('aiTitle'),
  'agent-name': value('agentName'),
  'agent-color': value('agentColor'),
  mode: value('mode'),
  'permission-mode': value('permissionMode'),
  'pr-link': {
    type: must(text),
    sessionId: may(text),
    prNumber: may(number),
    prUrl: may(text),
    prRepository: may(text),
    timestamp: may(text),
  },
  'bridge-session': { type: must(text), sessionId: may(text), bridgeSessionId: may(text), lastSequenceNum: may(number) },
  'frame-link': { type: must(text), sessionId: may(text) },
};

/** Types that a version range knows at all. */
export const TYPE_SPANS: Readonly<Record<string, Span>> = {
  progress: { since: [2, 1, 7], until: [2, 1, 87] },
  attachment: { since: [2, 1, 87] },
};
