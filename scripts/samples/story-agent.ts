import type { JsonObject } from '../../src/main/engine/formats/format.ts';
import { ClaudeWriter } from './claude-writer.ts';
import { bash, type Files } from './files.ts';
import { hex } from './seeded.ts';
import { written } from './written.ts';

/** The sub-agent that looks for uses of local time, in a file of its own. */

export const AUDIT =
  'Find every place in this repository that reads, compares, stores or prints a time: package, tests, scripts, the screens under web/, cron files under deploy/. For each one say which clock it means (UTC, harbour time, winter time of the tables) and whether it is right once moments are UTC everywhere. Do not change anything. Answer with a list of file, line, clock, verdict; the wrong ones first.';

const AGENT = `a${hex('audit agent', 16)}`;

export function auditResult(): string {
  return ANSWER;
}

/** The structured copy that Claude Code keeps next to the result: it names the agent. */
export function auditAgent(): JsonObject {
  return {
    status: 'completed',
    prompt: AUDIT,
    agentId: AGENT,
    agentType: 'Explore',
    content: [{ type: 'text', text: ANSWER }],
    totalDurationMs: 184_211,
    totalTokens: 38_912,
    totalToolUseCount: 17,
  };
}

export interface AgentFile {
  id: string;
  records: JsonObject[];
  meta: JsonObject;
}

export function writeAgent(
  setting: { session: string; cwd: string; branch: string; version: string; start: number },
  files: Files,
): AgentFile {
  const s = new ClaudeWriter({ ...setting, name: 'audit', model: 'claude-haiku-4-5', overhead: 9_800, agent: AGENT });
  s.prompt(AUDIT);
  const look = (say: string | null, ...calls: ReturnType<typeof bash>[]) => s.step(say === null ? { calls } : { say, calls });
  look('I begin with the words that every use of a time goes through.', files.grep('datetime|timedelta|timezone'), files.grep('clock\\.'));
  look(null, files.read('sluice/api.py'), files.read('sluice/notify.py'));
  look(null, files.read('sluice/report.py'), files.read('sluice/schedule.py'));
  look(
    'The package is clear. Now what lies beside it.',
    bash(
      'ls web deploy scripts',
      'What lies beside the package',
      'deploy:\ncrontab.sluis-a  crontab.sluis-b  sluice.service\n\nscripts:\nexport_month.py  mail_skippers.py  seed_demo.py\n\nweb:\nboard.js  day.html  lock.html  times.js',
    ),
  );
  look(
    null,
    bash('cat deploy/crontab.sluis-a deploy/crontab.sluis-b', 'The cron files', CRON),
    bash('cat web/times.js', 'Times on the screens', TIMES_JS),
  );
  look(null, bash('cat scripts/export_month.py', 'The export', EXPORT), bash('cat scripts/mail_skippers.py', 'The mailer', MAILER));
  s.step({
    think:
      'export_month cuts the day with slot[:10]: once slots are UTC that puts late evening passages on the wrong day. mail_skippers compares strings of two clocks. times.js prints what the API sends, which stays harbour time, so it is right.',
    calls: [files.missing('scripts/export_year.py'), files.grep('\\[:10\\]|\\[-5:\\]')],
  });
  look(
    'One more kind of place: strings that are compared as times.',
    bash(
      'grep -rnE "slot *[<>]=? *|wanted *[<>]=? *" --include=*.py --include=*.js .',
      'Comparisons of times as text',
      'scripts/mail_skippers.py:19:    due = [r for r in rows if r["slot"] < soon and r["state"] == "planned"]\nsluice/store.py:61:            "SELECT * FROM reservation WHERE lock = ? AND slot >= ? AND slot < ? ORDER BY slot",',
    ),
  );
  look(
    null,
    bash(
      'git log --oneline -6 -- web deploy scripts',
      'Who keeps these',
      '5de90b1 Screens: larger type for the night shift\nc2217fe Export: one sheet per lock\n88fa0d3 Cron: import at 05:30\n41b7a90 Mail skippers from the store\n0b6e2c5 First screens\n93d11ab Demo data',
    ),
  );
  s.step({ say: ANSWER });
  return { id: AGENT, records: s.records, meta: { agentType: 'Explore', description: 'Audit uses of local time' } };
}

const ANSWER = written('audit.md');

const CRON = written('crontabs');

const TIMES_JS = written('times.js');

const EXPORT = written('export_month.py');

const MAILER = written('mail_skippers.py');
