import { expect, test } from 'vitest';
import { hookingOf } from '../formats/hookings.ts';
import { tempFolder } from '../testing/files.ts';
import { readLink } from './links.ts';
import { type Event, takeEvent } from './take.ts';

test.each([
  ['claude-code', 'auto', 'running'],
  ['claude-code', 'manual', 'waiting'],
  ['codex', 'auto', 'running'],
  ['codex', 'manual', 'waiting'],
])('after a compaction %s continues or waits for its user: %s, %s', (agent, trigger, state) => {
  const home = tempFolder();
  const hooking = hookingOf(agent);
  if (hooking === null) throw new Error(agent);
  let now = 0;
  const take = (event: string): void => {
    const input: Event['input'] = { session_id: 's', transcript_path: '/log.jsonl', cwd: '/harbour', trigger };
    now += 1;
    takeEvent({ home, agent, hooking, event, input, pid: 1, now });
  };
  take('PreCompact');
  expect(readLink(home, agent, 's')?.state).toBe('compacting');
  take('PostCompact');
  expect(readLink(home, agent, 's')?.state).toBe(state);
});
