import type { Json } from '../format.ts';
import { asObject, asString } from '../json.ts';
import { type OwnExchange, type OwnFiles, recordsIn, type Wiring } from '../wiring.ts';
import { ownProviders } from './providers.ts';
import { shardPath, withShards } from './shards.ts';

/** The path of a payload as an event names it; what is not a payload of the same bundle is not a path. */
const payloadOf = (folder: string, value: Json | undefined, there: ReadonlySet<string>): string | null => {
  const { path: named, raw_payload_id: id, shard } = asObject(value ?? null) ?? {};
  if (typeof shard === 'number' && typeof id === 'string') {
    const whole = shardPath(folder, shard, id);
    return there.has(whole.slice(0, whole.indexOf('#'))) ? whole : null;
  }
  const path = asString(named);
  const whole = path !== null && /^payloads\/\d+\.json$/.test(path) ? `${folder}/${path}` : null;
  return whole !== null && there.has(whole) ? whole : null;
};

const ENDED = new Set(['inference_completed', 'inference_failed', 'inference_cancelled']);

/** One bundle for each process: `trace.jsonl` says which payload is a request and which its answer. */
const inBundle = (log: string, { read }: OwnFiles, there: ReadonlySet<string>): OwnExchange[] => {
  const folder = log.slice(0, log.lastIndexOf('/'));
  const open = new Map<Json | undefined, OwnExchange>();
  for (const { wall_time_unix_ms: at, payload, thread_id, codex_turn_id } of recordsIn(read(log))) {
    const event = asObject(payload ?? null) ?? {};
    if (event.type === 'inference_started') {
      const request = payloadOf(folder, event.request_payload, there);
      const join = Object.entries({ thread_id, codex_turn_id, inference_call_id: event.inference_call_id }).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as const] : [],
      );
      if (request !== null)
        open.set(event.inference_call_id, { at: typeof at === 'number' ? at : 0, request, response: null, join: Object.fromEntries(join) });
    }
    const exchange = open.get(event.inference_call_id);
    if (exchange === undefined || !ENDED.has(asString(event.type) ?? '')) continue;
    exchange.response = payloadOf(folder, event.response_payload ?? event.partial_response_payload, there);
    const id = asString(event.response_id);
    if (id !== null) exchange.join.response_id = id;
  }
  return [...open.values()];
};

export const codexWiring: Wiring = {
  programs: ['codex'],
  upstreams: (env) => ({
    openai: env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    ...Object.fromEntries(ownProviders(env).map(({ word, base }) => [word, base])),
  }),
  through: (base) => ({ OPENAI_BASE_URL: base('openai') }),
  words: (base, words, env) => [
    ...ownProviders(env).flatMap(({ name, word }) => ['-c', `model_providers.${name}.base_url="${base(word)}"`]),
    ...words,
  ],
  changes: [
    'OPENAI_BASE_URL is the relay, and so is the base_url of each of model_providers in config.toml, by the option -c.',
    'A version of Codex that takes the address of OpenAI from its settings alone, and a provider in settings of a project or a profile of its own file, go past it.',
  ],
  own: {
    by: 'Codex (CODEX_ROLLOUT_TRACE_ROOT)',
    env: (folder) => ({ CODEX_ROLLOUT_TRACE_ROOT: folder }),
    changes: ['Codex wrote the bodies itself: an answer is its items and usage, not the stream; headers are not kept.'],
    read: (files) => {
      const there = new Set(files.paths);
      const logs = files.paths.filter((path) => /^[\w-]+\/trace\.jsonl$/.test(path));
      return {
        files: withShards(files),
        exchanges: logs.flatMap((log) => inBundle(log, files, there)).toSorted((a, b) => a.at - b.at),
        left: [],
      };
    },
  },
};
