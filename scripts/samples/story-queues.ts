import { fileURLToPath } from 'node:url';
import { Files } from './files.ts';
import { gateLog } from './harbour.ts';
import { PiWriter, type Reply, type Tool, tokens } from './pi-writer.ts';
import { uuid } from './seeded.ts';

/** Two weeks after the main sample: pi finds out at which lock ships wait, first by one way, and then, back at the fork, by a better one. */

const CWD = '/home/ines/src/sluice';
const START = Date.UTC(2026, 3, 13, 9, 4, 18);

/** The session, by its path below the folder of pi. */
export function queuesSession(): Map<string, string> {
  const files = new Files(CWD, fileURLToPath(new URL('./sluice', import.meta.url)));
  files.add('config/locks.toml', settled(files.content('config/locks.toml')));
  const session = uuid('queues').replace(/-4/, '-7');
  const s = new PiWriter({ name: 'queues', session, cwd: CWD, start: START });
  s.choose('claude-sonnet-4-5');
  s.entry('thinking_level_change', { thinkingLevel: 'low' });
  s.system(SECTIONS(files), TOOLS);
  const log = question(s, files);
  const fork = s.mark();
  const left = byPlan(s, files);
  s.back(fork);
  s.summarise(left, LEFT);
  byGauge(s, log);
  report(s, files);
  s.entry('session_info', { name: 'Where ships wait: lock 2, and why' });
  const content = s.records.map((record) => `${JSON.stringify(record)}\n`).join('');
  return new Map([[`agent/sessions/--home-ines-src-sluice--/2026-04-13T09-04-18-000Z_${session}.jsonl`, content]]);
}

const run = (s: PiWriter, replies: readonly Reply[]): string[] => replies.flatMap((reply) => s.reply(reply));

const read = (files: Files, path: string): Tool => ({ name: 'read', input: { path }, output: files.content(path) });
const bash = (command: string, output: string, failed = false): Tool => ({ name: 'bash', input: { command }, output, failed });

/** Answers the id of the long result, which is removed from the context later. */
function question(s: PiWriter, files: Files): string {
  s.prompt(
    'The harbour master says that ships queue at lock 2 and nowhere else, and wants to dredge its sill. I have the gate logs of the last weekend. Is it true, and is it the sill?',
  );
  const ids = run(s, [
    {
      think: 'Two questions: where do they wait, and why. Logs have "waiting" lines with a lock and a vessel.',
      say: 'I look at how the project writes such lines, and then at the logs.',
      tools: [read(files, 'sluice/gate.py'), bash('ls -l logs | tail -4', LISTED)],
    },
    { tools: [bash('cat logs/gate-2026-04-11.log', gateLog(2, Date.UTC(2026, 3, 11, 3), 620, 0)), read(files, 'config/locks.toml')] },
    {
      say: 'That is the log of lock 2 alone. The number of waiting lines for each lock:',
      tools: [
        bash(
          "grep -h waiting logs/gate-2026-04-1[12].log | grep -o 'lock=[0-9]' | sort | uniq -c",
          '     19 lock=1\n     87 lock=2\n     16 lock=3',
        ),
      ],
    },
    {
      say: 'It is true that they wait at lock 2: 87 of 122 lines. Why is another question. A ship waits where there is no water, where there is no slot, or where the keeper is late.',
    },
  ]);
  s.entry('label', { targetId: ids.at(-1) ?? '', label: 'they wait at lock 2' });
  return ids[2] ?? '';
}

/** Answers the entry where the branch was left. */
function byPlan(s: PiWriter, files: Files): string | null {
  s.wait(190);
  s.prompt('Then compare the slots in the plan with when the ships really passed.');
  run(s, [
    { tools: [read(files, 'sluice/schedule.py'), read(files, 'sluice/store.py')] },
    {
      say: 'The store has the slot that was planned, and no time of the passage: `state` becomes passed, and nothing says when.',
      tools: [bash("sqlite3 copy.db 'pragma table_info(reservation)'", TABLE), bash("git log --oneline -S'passed_at' | head", '')],
    },
    {
      say: 'So that comparison cannot be made from the database. It could be made if `gate.py` stored the time of each passage, from now on. For the weekend it is too late.',
    },
  ]);
  return s.mark().parent;
}

function byGauge(s: PiWriter, log: string): void {
  s.wait(64);
  s.prompt('Leave the plan. The logs have the gauge in each line: was there water when they waited?');
  run(s, [
    {
      think: 'Join waiting lines with the last tick before: gauge against sill + draught + clearance. The sill of lock 2 is −2.35.',
      say: 'That can be answered from the logs alone: for each waiting line the last reading of the gauge, against the sill and the draught.',
      tools: [
        {
          name: 'write',
          input: { path: 'scripts/why_waiting.py', content: SCRIPT },
          output: 'Successfully wrote 1104 bytes to scripts/why_waiting.py',
        },
        bash('python scripts/why_waiting.py logs/gate-2026-04-1[12].log', RESULT),
      ],
    },
  ]);
  // The log that was read whole is no longer needed.
  s.edit(
    log,
    '(gate log of 11 April, 330 lines: see scripts/why_waiting.py for what is in it)',
    tokens(gateLog(2, Date.UTC(2026, 3, 11, 3), 620, 0)) - 24,
  );
  run(s, [
    {
      say: 'There was water for 71 of the 87. So it is not the sill. At lock 2 the gate stays shut for 31 minutes after each passage, at the others for 12.',
    },
  ]);
}

function report(s: PiWriter, files: Files): void {
  s.wait(45);
  s.choose('claude-haiku-4-5');
  s.message(
    {
      role: 'bashExecution',
      command: 'grep -n settle config/locks.toml',
      output: '7:settle = 12   # minutes\n14:settle = 31   # minutes\n21:settle = 12   # minutes\n',
      exitCode: 0,
      cancelled: false,
      truncated: false,
    },
    'grep -n settle config/locks.toml 14:settle = 31   # minutes, lock 2',
  );
  s.prompt('There it is, a typing error: 13 became 31. Correct it, and write the harbour master three sentences. No word about dredging.');
  run(s, [
    {
      tools: [
        {
          ...{ name: 'edit', input: { path: 'config/locks.toml', edits: [{ oldText: 'settle = 31', newText: 'settle = 13' }] } },
          output: 'Successfully replaced 1 block(s) in config/locks.toml.',
        },
        read(files, 'sluice/report.py'),
        bash('pytest -q', '......................................                  [100%]\n38 passed in 1.22s'),
      ],
    },
    {
      say: 'Corrected; all 38 tests pass.\n\n> Ships did wait at lock 2 last weekend, on 71 of 87 occasions with enough water over the sill. The gate there stayed shut for 31 minutes after each passage instead of 13, because of a typing error in its settings, which is corrected since this morning. I will send the figures of next weekend, so that you can see whether the queue is gone.',
    },
  ]);
}

/** The settings as they are by then: how long each gate stays shut after a passage. */
const settled = (locks: string): string => {
  const minutes = [12, 31, 12];
  return locks.replaceAll(/clearance = .*\n/g, (line) => `${line}settle = ${minutes.shift()}   # minutes\n`);
};

const SECTIONS = (files: Files) => ({
  preamble: 'You are a coding agent inside pi. You read files, run commands, edit code and write files for the person at this terminal.',
  tools:
    '<tools>\n- read: Read a file\n- bash: Run a command\n- edit: Replace exact text in a file\n- write: Create or overwrite a file\n</tools>',
  rules: '<rules>\n- Read before you edit.\n- Be brief.\n- Show paths of files that you work with.\n</rules>',
  project: `<project path="${CWD}/AGENTS.md">\n${files.content('CLAUDE.md')}</project>`,
  cwd: `<cwd>${CWD}</cwd>`,
});

const field = (name: string, description: string) => ({ [name]: { type: 'string', description } });
const tool = (name: string, description: string, properties: Record<string, { type: string; description: string }>) => ({
  ...{ name, description },
  parameters: { type: 'object', properties, required: Object.keys(properties) },
});

const TOOLS = [
  tool('read', 'Read the contents of a file.', field('path', 'Path of the file')),
  tool('bash', 'Run a command in the working directory.', field('command', 'The command')),
  tool('edit', 'Replace exact text in a file.', { ...field('path', 'Path of the file'), ...field('edits', 'What to replace by what') }),
  tool('write', 'Write a file.', { ...field('path', 'Path of the file'), ...field('content', 'Its content') }),
];

const LEFT =
  'The plan was compared with the passages, and that does not work: the store has the planned slot and not when a ship passed. `gate.py` would have to store the time of each passage. Read on the way: schedule.py, store.py. Nothing was changed.';

const LISTED = `-rw-r--r-- 1 ines harbour 412210 Apr 10 23:59 gate-2026-04-10.log
-rw-r--r-- 1 ines harbour 430918 Apr 11 23:59 gate-2026-04-11.log
-rw-r--r-- 1 ines harbour 428344 Apr 12 23:59 gate-2026-04-12.log
-rw-r--r-- 1 ines harbour 170233 Apr 13 11:04 gate-2026-04-13.log`;

const TABLE = `0|id|INTEGER|0||1
1|vessel|TEXT|1||0
2|draught|REAL|1||0
3|lock|INTEGER|1||0
4|wanted|TEXT|1||0
5|slot|TEXT|0||0
6|state|TEXT|1|'asked'|0`;

const SCRIPT = `"""Says for each ship that waited whether there was water for it."""

import re
import sys
import tomllib

TICK = re.compile(r"tick lock=(\\d) state=(\\w+) gauge=([+-][\\d.]+)")
WAIT = re.compile(r'waiting lock=(\\d) vessel="([^"]+)"')

locks = tomllib.load(open("config/locks.toml", "rb"))["lock"]
gauge: dict[str, float] = {}
found: dict[str, list[bool]] = {}
for path in sys.argv[1:]:
    for line in open(path):
        if tick := TICK.search(line):
            gauge[tick[1]] = float(tick[3])
        elif wait := WAIT.search(line):
            lock = locks[wait[1]]
            deep = gauge.get(wait[1], 0.0) - lock["sill"] >= 2.4 + lock["clearance"]
            found.setdefault(wait[1], []).append(deep)
for number, deep in sorted(found.items()):
    print(f"lock {number}: {len(deep)} waited, {sum(deep)} of them with water")
`;

const RESULT = 'lock 1: 19 waited, 6 of them with water\nlock 2: 87 waited, 71 of them with water\nlock 3: 16 waited, 4 of them with water';
