import { bodyIn } from '../captured/pair.ts';
import { asObject, asString, timeOf } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { type OwnExchange, type OwnFiles, recordsIn, type Wiring } from '../wiring.ts';
import { answerBody, answersOf, askedBody, inOrder } from './bodies.ts';

const FIRST_PARTY = 'https://api.anthropic.com';
const JOINS = ['session_id', 'query_source', 'model', 'request_id', 'message_id', 'message_uuid'];
const REQUEST = /^[\w-]+\.request\.json$/;
const RESPONSE = /^[\w-]+\.response\.json$/;

/** `index.jsonl` names each request that was answered, and its answer; older versions write none, and failed attempts are not in it. */
const readBodies = (files: OwnFiles): { exchanges: OwnExchange[]; left: string[] } => {
  const { paths, read } = files;
  const index = new Map(recordsIn(read('index.jsonl')).map((row) => [row.request_file, row]));
  const requests = paths.filter((path) => REQUEST.test(path));
  const responses = new Set(paths.filter((path) => RESPONSE.test(path)));
  for (const { response_file } of index.values()) responses.delete(asString(response_file) ?? '');
  const there = new Set(paths);
  const named = (path: string): OwnExchange | null => {
    const row = index.get(path);
    if (row === undefined) return null;
    const response = asString(row.response_file);
    const join = JOINS.flatMap((name) => (typeof row[name] === 'string' ? [[name, row[name]] as const] : []));
    // Files of a folder that was copied are younger than what they hold.
    const at = Math.min(files.modified(path), timeOf(row.timestamp) ?? Number.POSITIVE_INFINITY);
    return {
      at,
      request: path,
      response: response !== null && RESPONSE.test(response) && there.has(response) ? response : null,
      join: Object.fromEntries(join),
    };
  };
  const known = requests.flatMap((path) => named(path) ?? []);
  const unnamed = joinedBodies(
    files,
    requests.filter((path) => !index.has(path)),
    [...responses],
  );
  const exchanges = known.length === 0 ? unnamed : [...known, ...unnamed].toSorted((a, b) => a.at - b.at);
  const joined = new Set(exchanges.map(({ response }) => response));
  return { exchanges, left: [...responses].filter((path) => !joined.has(path)) };
};

/** Requests that no index names, with the answers that their contents show to be theirs. */
const joinedBodies = ({ read, modified, once }: OwnFiles, requests: readonly string[], responses: readonly string[]): OwnExchange[] => {
  const bodyOf = (path: string): JsonObject => asObject(bodyIn(read(path)?.toString('utf8') ?? '')) ?? {};
  const asked = inOrder(requests.map((path) => once(`asked ${path}`, [path], () => askedBody(path, modified(path), bodyOf(path)))));
  const answers = answersOf(
    asked,
    responses.map((path) => once(`answer ${path}`, [path], () => answerBody(path, modified(path), bodyOf(path)))),
  );
  return asked.map(({ path, at }) => {
    const response = answers.get(path) ?? null;
    const [, id = null] = /^(req_\w+)\./.exec(response ?? '') ?? [];
    return { at, request: path, response, join: id === null ? {} : { request_id: id } };
  });
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
