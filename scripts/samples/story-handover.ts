import type { ClaudeWriter } from './claude-writer.ts';
import { bash, type Files } from './files.ts';
import { local, onMonday, pytest } from './harbour.ts';
import { between } from './seeded.ts';
import { screen, watch } from './story-migration.ts';
import { NEW_TESTS } from './story-repair.ts';
import { run } from './story-search.ts';
import { written } from './written.ts';

/** Last part: passages planned again, the second host, commits, and the people who have to be told. */

const MONDAY = Date.UTC(2026, 2, 30);

export function handOver(s: ClaudeWriter, files: Files): void {
  s.until(onMonday(16, 37));
  s.system('api_error', {
    level: 'error',
    error: { status: 529, type: 'overloaded_error' },
    retryInMs: 612,
    retryAttempt: 1,
    maxRetries: 10,
  });
  s.apiError('API Error: 529 Overloaded. Please try again in a moment.', 529);
  s.until(onMonday(16, 41));
  s.prompt('Go on.');
  run(s, [
    {
      say: 'While the 18:40 passage is awaited: which planned passages stand on wrong heights?',
      calls: [
        files.write('scripts/replan.py', REPLAN),
        bash('python scripts/replan.py copy/a/sluice.db --dry-run', 'Plan anew on the copy', replan()),
      ],
    },
    {
      think: 'Nine moved, two without window. Need messages. Do not send; prepare drafts.',
      say: 'Of 112 passages ahead, 101 keep their slot, nine move, and two have no water within three hours of the time they asked for. Those two need a telephone, not a message. I prepare the nine and send none.',
      calls: [
        bash(
          'python scripts/replan.py copy/a/sluice.db --drafts out/',
          'Write the drafts',
          'out/noordster-4121.txt\nout/waterwolf-4129.txt\nout/albatros-4130.txt\nout/trijntje-4138.txt\nout/linquenda-4144.txt\nout/zeeleeuw-4151.txt\nout/eendracht-4156.txt\nout/maartje-4160.txt\nout/hoop-op-zegen-4171.txt',
        ),
        bash(
          'cat out/maartje-4160.txt',
          'Read one of them',
          'Maartje: your passage has moved from 2026-04-01 07:10 to 2026-04-01 07:50. Reply STOP if that does not suit you.',
        ),
      ],
    },
    {
      calls: [
        files.read('sluice/notify.py'),
        files.edit(
          'sluice/notify.py',
          '    return f"{after.vessel}: your passage has moved from {was} to {now}. Reply STOP if that does not suit you."',
          '    return (\n        f"{after.vessel}: your passage has moved from {was} to {now} (harbour time). "\n        "The tide table had been read an hour early. Reply STOP if that does not suit you."\n    )',
        ),
      ],
    },
    {
      calls: [
        bash(
          'pytest -v tests/test_notify.py',
          'Run the tests of the messages',
          pytest(['tests/test_notify.py::test_says_which_clock_it_means'], {}, /notify/),
        ),
      ],
    },
  ]);
  s.until(onMonday(18, 50));
  run(s, [
    {
      say: 'It is 18:50 and the passage is through. Before I touch sluis-a, one look at what runs there now.',
      calls: [
        bash(
          'ssh sluis-a "doas sluicectl status; tail -24 /var/log/sluice/gate-2.log"',
          'State of sluis-a',
          `sluice.service active, lock 2 state=shut\n${watch(2, 14, 170)}`,
        ),
      ],
    },
    {
      say: 'Quiet. Migrating sluis-a.',
      calls: [
        bash(
          'ssh sluis-a "doas sluicectl stop && doas sluicectl run migrate_utc --keep-old && doas sluicectl start"',
          'Migrate sluis-a',
          'stopped\nreadings      59472 → 59472   no gap, no double\nreservations   1186 → 1186   two more since the copy\nall checks hold\nkept /srv/sluice/sluice.before-utc.db\nstarted',
        ),
        bash(
          'ssh sluis-a "doas sluicectl check"',
          'Ask it how it is',
          'lock 1 gauge=+0.71 table=+0.72 ok\nlock 2 gauge=+0.71 table=+0.72 ok\nnext: Noordster 19:40 draught=1.9 needed=+0.05',
        ),
      ],
    },
    {
      calls: [
        bash('curl -s "http://sluis-a:8000/locks/2/day/2026-03-31" | jq -c ".[]"', "The keepers' day, lock 2", screen(2, 88)),
        bash('curl -s "http://sluis-a:8000/locks/1/day/2026-03-31" | jq -c ".[]"', "The keepers' day, lock 1", screen(1, 71)),
      ],
    },
    {
      say: 'One more question that I can answer now: would the new gate have stopped the Maartje?',
      calls: [
        bash(
          'ssh sluis-a "doas sluicectl try --lock 2 --vessel Maartje --draught 2.4 --at 2026-03-29T05:50+02:00 --gauge +0.06"',
          'Ask the gate about Sunday',
          'refused: +0.06 m is too little water for Maartje (table +0.06, gauge +0.06, needed +0.55)',
        ),
      ],
    },
    { calls: [bash('ssh sluis-a "tail -100 /var/log/sluice/gate-1.log"', 'Watch lock 1', watch(1, 15, 125))] },
    {
      think: 'Watch one real opening. Background watch and continue with docs.',
      say: 'I watch the first opening in the background and write down meanwhile what has changed.',
      calls: [
        {
          name: 'Bash',
          input: {
            command: 'ssh sluis-a "sluicectl follow --until-opening"',
            description: 'Wait for the first opening',
            run_in_background: true,
          },
          output: 'Command running in background with ID: b4c19e7',
        },
        files.read('CHANGELOG.md'),
      ],
    },
    {
      calls: [
        files.edit('CHANGELOG.md', '- Gates ask the gauge before they open. (Ines)\n', CHANGELOG),
        files.edit(
          'README.md',
          '| `clock.py` | the only place that knows about time zones |',
          '| `clock.py` | the only place that knows about time zones: moments are UTC, people read harbour time, tables are winter time |',
        ),
      ],
    },
  ]);
  s.until(onMonday(20, 5));
  s.node('user', {
    message: {
      role: 'user',
      content:
        '<task-notification>\n<task-id>b4c19e7</task-id>\n<status>completed</status>\n<summary>Background command "Wait for the first opening" completed (exit code 0)</summary>\n<result>19:40:07 check table=+1.17 gauge=+1.16 needed=+0.05 ok\n19:40:09 gate sea open lock=2 vessel=Noordster\n20:04:51 gate sea shut lock=2 passage=Noordster</result>\n</task-notification>',
    },
    origin: { kind: 'task-notification' },
  });
  run(s, [
    {
      say: 'The Noordster is through: table +1.17, gauge +1.16. The first opening on the new code is the way it should be. Now the commits, one reason each.',
      calls: [
        bash(
          'git add -p tests/test_change_of_clocks.py sluice/clock.py && git commit -qm "Keep moments in UTC and read tables as winter time" && git log --oneline -1',
          'First commit',
          'f3a7d10 Keep moments in UTC and read tables as winter time',
        ),
      ],
    },
    {
      calls: [
        bash(
          'git add sluice/store.py sluice/api.py scripts/migrate_utc.py && git commit -qm "Store moments, and migrate what was stored as harbour time"',
          'Second commit',
          'error: pre-commit: ruff found 1 error\nscripts/migrate_utc.py:3:20: F401 `datetime.timedelta` imported but unused',
          true,
        ),
      ],
    },
    {
      calls: [
        files.edit(
          'scripts/migrate_utc.py',
          'from datetime import datetime, timedelta, timezone\n',
          'from datetime import datetime, timezone\n',
        ),
        bash(
          'git add sluice/store.py sluice/api.py scripts/migrate_utc.py && git commit -qm "Store moments, and migrate what was stored as harbour time" && git log --oneline -1',
          'Second commit',
          '8be2c55 Store moments, and migrate what was stored as harbour time',
        ),
      ],
    },
    {
      calls: [
        bash(
          'git add sluice/gate.py sluice/gauge.py tests/test_gate.py && git commit -qm "Let the gate ask the gauge" && git log --oneline -1',
          'Third commit',
          'c90e1f4 Let the gate ask the gauge',
        ),
      ],
    },
    {
      calls: [
        bash(
          'git add tests/test_every_day.py && git commit -qm "Check the rules on every day of the year" && git add -A . && git commit -qm "Say which clock a message means; plan anew what stood on wrong heights" && git log --oneline -2',
          'The rest',
          'e1d4402 Say which clock a message means; plan anew what stood on wrong heights\n27b80aa Check the rules on every day of the year',
        ),
      ],
    },
    {
      calls: [
        bash('pytest -v', 'Run everything once more', pytest(NEW_TESTS)),
        bash('git status --short; ls scratch', 'What is left over', '?? copy/\n?? out/\n?? scratch/\nrehearse.py  replay.py'),
      ],
    },
  ]);
  s.until(onMonday(20, 31));
  s.prompt('Send the nine. I call the other two. And remove the copies, there are telephone numbers in them.');
  run(s, [
    { calls: [bash('ssh sluis-a "doas sluicectl send out/*.txt"', 'Send the nine messages', 'sent 9, failed 0')] },
    {
      say: 'Nine sent, none failed.',
      calls: [bash('rm -r copy out scratch && git status --short', 'Remove copies, drafts and scratch files', '')],
    },
    {
      say: 'Done.\n\n- **Cause:** tables in winter time, read as harbour time since November; shown on the log and by replay.\n- **Repair:** moments in UTC inside, harbour time at the edges, tables as MET, and the gate asks the gauge. Five commits.\n- **Proof:** 1,589 openings of the winter decided as before; the four that had too little water refused; rules checked on every day of the year.\n- **Production:** both hosts migrated, old databases kept as `sluice.before-utc.db`. First opening on the new code: Noordster, 19:40, table and gauge a centimetre apart.\n- **People:** nine skippers told, two for you to call: Goede Verwachting (4133) and Zeeleeuw (4166).\n- **Yours to decide:** the clock of sluis-b. Its cron still opens the day an hour late in summer.',
    },
  ]);
  s.system('turn_duration', { durationMs: 3_812_000, messageCount: 118 });
}

function replan(): string {
  const rows = Array.from({ length: 112 }, (_, at) => {
    const was = MONDAY + 18 * 3_600_000 + at * 47 * 60_000;
    const moved = at % 13 === 4 ? between(`moved ${at}`, 2, 6) * 600_000 : 0;
    const none = at === 33 || at === 66;
    return `${4110 + at}  lock ${between(`replan ${at}`, 1, 2)}  ${local(was)}  ${none ? 'NO WINDOW within 3 h' : moved > 0 ? `→ ${local(was + moved)}` : 'kept'}`;
  });
  return [...rows, '112 passages: 101 kept, 9 moved, 2 without a window'].join('\n');
}

const CHANGELOG = `- Gates ask the gauge before they open. (Ines)
- Tide tables are read as what they are, winter time all year. Since 29 March every window had been an hour early.
- Moments are stored in UTC. \`scripts/migrate_utc.py\` converts a database and keeps the old one.
- The API sends \`moment\` beside every time, since one hour comes twice in October.
- Messages to skippers say which clock they mean.
`;

const REPLAN = written('replan.py');
