import { expect, test } from 'vitest';
import { readLink } from '../../hooks/links.ts';
import { takeEvent } from '../../hooks/take.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { geminiHooking } from './hooks.ts';

/** What Gemini CLI 0.61 gave its hooks in a turn: PreCompress comes before each request. */
const taken = (input: number, trigger: 'auto' | 'manual') => {
  const home = tempFolder();
  const line = { id: 'm', type: 'gemini', content: 'One berth.', tokens: { input, output: 30, cached: 0, total: input + 30 } };
  const transcript = writeFile(home, 'session.jsonl', `${JSON.stringify(line)}\n{"$set":{"lastUpdated":"2026-01-05T09:00:00Z"}}\n`);
  const base = { session_id: 's', transcript_path: transcript, cwd: home };
  const take = (event: string, more: object) =>
    takeEvent({ ...{ home, agent: 'gemini', hooking: geminiHooking, event, pid: 1, now: 1 }, input: { ...base, ...more } });
  take('BeforeAgent', { prompt: 'How many berths?' });
  return { home, transcript, ...take('PreCompress', { trigger }) };
};

const stateOf = ({ home }: { home: string }) => readLink(home, 'gemini', 's')?.state;

test('a request of a small context is no compaction, though Gemini says so before each', () => {
  expect(taken(14_385, 'auto')).toMatchObject({ print: null, watch: null });
  expect(stateOf(taken(14_385, 'auto'))).toBe('running');
});

test('a large context, and the command of a person, are one', () => {
  for (const one of [taken(600_000, 'auto'), taken(14_385, 'manual')]) {
    expect(one.watch).toMatchObject({ session: 's', transcript: one.transcript });
    expect(stateOf(one)).toBe('compacting');
  }
});
