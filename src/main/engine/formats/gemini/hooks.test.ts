import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readLink } from '../../hooks/links.ts';
import { takeEvent } from '../../hooks/take.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { geminiHooking } from './hooks.ts';

afterEach(() => void vi.unstubAllEnvs());

/** What Gemini CLI 0.61 gave its hooks in a turn: PreCompress comes before each request. */
const taken = (input: number, trigger: 'auto' | 'manual', settings: { user?: string; project?: string } = {}) => {
  const home = tempFolder();
  vi.stubEnv('GEMINI_CLI_HOME', join(home, 'user'));
  if (settings.user !== undefined) writeFile(home, 'user/.gemini/settings.json', settings.user);
  if (settings.project !== undefined) writeFile(home, '.gemini/settings.json', settings.project);
  const line = { id: 'm', type: 'gemini', content: 'One berth.', tokens: { input, output: 30, cached: 0, total: input + 30 } };
  const transcript = writeFile(home, 'session.jsonl', `${JSON.stringify(line)}\n{"$set":{"lastUpdated":"2026-01-05T09:00:00Z"}}\n`);
  const base = { session_id: 's', transcript_path: transcript, cwd: home };
  const take = (event: string, more: object) =>
    takeEvent({ ...{ home, agent: 'gemini', hooking: geminiHooking, event, pid: 1, now: 1 }, input: { ...base, ...more } });
  take('BeforeAgent', { prompt: 'How many berths?' });
  return { home, transcript, ...take('PreCompress', { trigger }) };
};

const stateOf = ({ home }: { home: string }) => readLink(home, 'gemini', 's')?.state;

test('a request of a small context is not a compaction, though Gemini says so before each', () => {
  expect(taken(14_385, 'auto')).toMatchObject({ print: null, watch: null });
  expect(stateOf(taken(14_385, 'auto'))).toBe('running');
});

test('a large context, and the command of a person, are one', () => {
  for (const one of [taken(600_000, 'auto'), taken(14_385, 'manual')]) {
    expect(one.watch).toMatchObject({ session: 's', transcript: one.transcript });
    expect(stateOf(one)).toBe('compacting');
  }
});

test('a context is large from the share of the window on that the settings give, those of the project first', () => {
  const share = (value: number): string => `{ // mine\n  "model": { "compressionThreshold": ${value}, },\n}\n`;
  expect(stateOf(taken(220_000, 'auto', { user: share(0.2) }))).toBe('compacting');
  expect(stateOf(taken(200_000, 'auto', { user: share(0.2) }))).toBe('running');
  expect(stateOf(taken(600_000, 'auto', { user: share(0.8) }))).toBe('running');
  expect(stateOf(taken(600_000, 'auto', { user: share(0.8), project: share(0.3) }))).toBe('compacting');
  expect(stateOf(taken(400_000, 'auto', { user: share(0) }))).toBe('running');
});
