import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { importFile } from '../../views/testing/imported.ts';
import { textOfFile } from './testing/lab.ts';

/** Steps and tokens of real rollouts against a count that knows nothing of the reader: a letter for each line, and one pattern for a request. */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const files =
  corpus === ''
    ? []
    : [...globSync('codex/*.jsonl', { cwd: corpus }), ...globSync('lab/codex/**/rollout-*.{jsonl,zst}', { cwd: corpus })]
        .map((path) => join(corpus, path))
        .sort();

interface Raw {
  type: string;
  payload?: {
    type?: string;
    role?: string;
    id?: string;
    history_base?: object;
    info?: { total_token_usage: { total_tokens: number }; last_token_usage: { total_tokens: number } } | null;
    usage?: { total_tokens: number };
  };
}

/** Each record of a file, two on one line included. */
const recordsOf = (path: string): Raw[] =>
  textOfFile(path)
    .split(/\n|(?<=\})(?=\{"timestamp":"\d{4}-)/)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Raw];
      } catch {
        return [];
      }
    });

/** A: the model wrote it. O: output of a tool. I: another item. U: tokens that are not those before. B: a turn begins or ends. C: a compaction. */
function lettersOf(records: Raw[]): { letters: string; tokens: number } {
  const perRequest = records.some(({ type }) => type === 'token_usage_record');
  let [letters, tokens, before] = ['', 0, 0];
  for (const { type, payload } of records) {
    const kind = payload?.type ?? '';
    const used = perRequest ? payload?.usage?.total_tokens : payload?.info?.last_token_usage.total_tokens;
    const total = perRequest ? tokens + (used ?? 0) : (payload?.info?.total_token_usage.total_tokens ?? before);
    if ((type === 'token_usage_record') === perRequest && used !== undefined && total !== before) {
      [letters, tokens, before] = [`${letters}U`, tokens + used, total];
    } else if (type === 'response_item' && kind !== 'ghost_snapshot') letters += letterOf(kind, payload?.role, payload?.id);
    else if (type === 'compacted') letters += 'C';
    else if (type === 'turn_context' || /^(task_started|task_complete|turn_aborted|thread_rolled_back)$/.test(kind)) letters += 'B';
  }
  return { letters, tokens };
}

function letterOf(kind: string, role = 'assistant', id = ''): string {
  if (kind.endsWith('_output')) return 'O';
  return role !== 'assistant' || kind === 'agent_message' || /[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? 'I' : 'A';
}

/** A request: its answer with its tokens after it, as new writers have it, or before it, as old ones do; or a summary that is nowhere but in the compaction. */
const REQUEST = /A+UC|A+[OI]*U|U[AO]*C?|A+|C/g;

describe.skipIf(corpus === '')('steps and tokens of rollouts (TAPESCOPE_CORPUS)', () => {
  it.each(files.map((path) => [basename(path), path] as const))('%s', (_name, path) => {
    const { letters, tokens } = lettersOf(recordsOf(path));
    const { store, tape } = importFile(path);
    try {
      const { steps, usage, entries } = store.catalog.tape(tape);
      const base = recordsOf(path)[0]?.payload?.history_base !== undefined;
      const all = store.catalog.steps(tape, 1, 100_000).items;
      const rows = store.catalog.entries(tape, 1, entries + 1);
      const shared = new Set(rows.filter(({ flags }) => has(flags, Flag.Shared)).map(({ step }) => step));
      const own = all.filter(({ step }) => !shared.has(step));
      expect(base ? own.length : steps).toBe(letters.match(REQUEST)?.length ?? 0);
      const sum = own.reduce((total, { usage: one }) => total + (one ? one.input + one.cacheRead + one.cacheWrite + one.output : 0), 0);
      const used = all.reduce((sum, { usage: one }) => sum + (one ? one.input + one.cacheRead + one.cacheWrite + one.output : 0), 0);
      expect(base ? sum : used).toBe(tokens);
      expect(usage.input + usage.cacheRead + usage.cacheWrite + usage.output).toBe(sum);
    } finally {
      store.close();
    }
  });
});
