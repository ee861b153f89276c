import { type OwnExchange, type OwnFiles, recordsIn, type Wiring } from '../wiring.ts';

const FIRST_PARTY = 'https://api.anthropic.com';
const JOINS = ['session_id', 'query_source', 'model', 'request_id', 'message_id', 'message_uuid'];
const REQUEST = /^[\w-]+\.request\.json$/;
const RESPONSE = /^[\w-]+\.response\.json$/;

/** `index.jsonl` names each request that was answered, and its answer; older versions write none, and failed attempts are not in it. */
const readBodies = ({ paths, read, modified }: OwnFiles): { exchanges: OwnExchange[]; left: string[] } => {
  const index = new Map(recordsIn(read('index.jsonl')).map((row) => [row.request_file, row]));
  const there = new Set(paths);
  const exchanges = paths
    .filter((path) => REQUEST.test(path))
    .map((path): OwnExchange => {
      const row = index.get(path);
      const named = row?.response_file;
      const response = typeof named === 'string' && RESPONSE.test(named) && there.has(named) ? named : null;
      const join = JOINS.flatMap((name) => (typeof row?.[name] === 'string' ? [[name, row[name]] as const] : []));
      return { at: modified(path), request: path, response, join: Object.fromEntries(join) };
    })
    .toSorted((a, b) => a.at - b.at);
  const joined = new Set([...index.values()].map((row) => row.response_file));
  return { exchanges, left: paths.filter((path) => RESPONSE.test(path) && !joined.has(path)) };
};

export const claudeCodeWiring: Wiring = {
  programs: ['claude'],
  upstreams: (env) => ({ anthropic: env.ANTHROPIC_BASE_URL ?? FIRST_PARTY }),
  through: (base, env) => ({
    ANTHROPIC_BASE_URL: base('anthropic'),
    // With another address Claude Code loads all tools at once, and takes a window of 1 M tokens for one of 200,000.
    ENABLE_TOOL_SEARCH: env.ENABLE_TOOL_SEARCH ?? 'true',
    ...(env.ANTHROPIC_BASE_URL === undefined && { _CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL: '1' }),
  }),
  changes: [
    'ANTHROPIC_BASE_URL is the relay, so Remote Control is off.',
    'Tool search and the large window are switched on as they are without a relay.',
    'A request goes through the relay only where the account is used by an API key or a login that keeps ANTHROPIC_BASE_URL.',
  ],
  own: {
    by: 'Claude Code (OTEL_LOG_RAW_API_BODIES)',
    env: (folder) => ({ OTEL_LOG_RAW_API_BODIES: `file:${folder}` }),
    changes: ['Claude Code wrote the bodies itself: thinking is <REDACTED>, the list of betas is in the body, headers are not kept.'],
    read: readBodies,
  },
};
