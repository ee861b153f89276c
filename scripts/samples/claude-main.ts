import { fileURLToPath } from 'node:url';
import { ClaudeWriter } from './claude-writer.ts';
import { Files } from './files.ts';
import { onMonday } from './harbour.ts';
import { uuid } from './seeded.ts';
import { writeAgent } from './story-agent.ts';
import { audit, third } from './story-gate.ts';
import { handOver } from './story-handover.ts';
import { migration, SUMMARY } from './story-migration.ts';
import { rehearsal } from './story-rehearsal.ts';
import { patch, repair } from './story-repair.ts';
import { evidence, question } from './story-search.ts';

export const CWD = '/home/ines/src/sluice';
export const SLUG = '-home-ines-src-sluice';
export const VERSION = '2.1.96';

const START = Date.UTC(2026, 2, 30, 6, 41, 12);

/** The main sample and its sub-agent, by path below `projects/`. */
export function mainSession(): Map<string, string> {
  const files = new Files(CWD, fileURLToPath(new URL('./sluice', import.meta.url)));
  const session = uuid('main session');
  const setting = { session, cwd: CWD, branch: 'main', version: VERSION };
  const s = new ClaudeWriter({ ...setting, name: 'main', model: 'claude-sonnet-4-5-20250929', start: START, overhead: 15_400 });
  question(s, files);
  evidence(s, files);
  patch(s, files);
  repair(s, files);
  third(s, files);
  // The agent sees the repository as it is when it is sent.
  const agent = writeAgent({ ...setting, start: onMonday(10, 24) + 38_000 }, files);
  audit(s, files);
  s.sidecar('weather-note', { station: '3107', note: 'a record type that this version of the reader does not know' });
  s.node('attachment', {
    attachment: { type: 'hook_cancelled', hookName: 'Stop', hookEvent: 'Stop', command: 'oncall --done', durationMs: 5000 },
  });
  rehearsal(s, files);
  s.compact(SUMMARY);
  files.add(
    'CHANGELOG.md',
    '# Changes\n\n## Unreleased\n- Gates ask the gauge before they open. (Ines)\n\n## 3.8.1\n- Larger type on the screens for the night shift.\n',
  );
  migration(s, files);
  handOver(s, files);
  s.sidecar('ai-title', { aiTitle: 'Tide tables read an hour early: cause, repair, migration' });
  s.sidecar('last-prompt', {
    lastPrompt: 'Send the nine. I call the other two. And remove the copies, there are telephone numbers in them.',
  });
  const folder = `${SLUG}/${session}/subagents`;
  return new Map([
    [`${SLUG}/${session}.jsonl`, lines(s.records)],
    [`${folder}/agent-${agent.id}.jsonl`, lines(agent.records)],
    [`${folder}/agent-${agent.id}.meta.json`, JSON.stringify(agent.meta)],
  ]);
}

export function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
