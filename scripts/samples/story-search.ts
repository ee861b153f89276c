import type { ClaudeWriter, Step } from './claude-writer.ts';
import { bash, type Files } from './files.ts';
import { blame, gateLog, local, pytest, reservations, tideTable } from './harbour.ts';
import { written } from './written.ts';

/** First part of the main sample: a gate has opened too early, and the agent finds out why. */

export function run(session: ClaudeWriter, steps: Step[]): void {
  for (const step of steps) session.step(step);
}

const SUNDAY = Date.UTC(2026, 2, 29);
const HOUR = 3_600_000;

export function question(s: ClaudeWriter, files: Files): void {
  s.attach({
    type: 'hook_additional_context',
    content: ['On call this week: Ines Okker. Production host: sluis-a. Tide tables are fetched at 05:30.'],
    hookName: 'SessionStart:startup',
    toolUseID: 'hook-session-start',
    hookEvent: 'SessionStart',
  });
  s.attach({
    type: 'hook_success',
    hookName: 'SessionStart:startup',
    hookEvent: 'SessionStart',
    content: '',
    stdout: '',
    stderr: '',
    exitCode: 0,
    command: 'oncall --brief',
    durationMs: 41,
  });
  s.sidecar('permission-mode', { permissionMode: 'acceptEdits' });
  s.prompt(
    'On Sunday at 05:50 the sea gate of lock 2 opened for the Maartje while the water was half a metre lower than planned. She scraped over the sill with a centimetre to spare. Find out why before the evening tide. Do not change anything yet.',
  );
  s.sidecar('ai-title', { aiTitle: 'Gate opened before the water was there' });
  run(s, [
    {
      think:
        'A gate opens when the plan and the water agree. Either the plan was wrong, or the height it was checked against was. Both come from the same tide table, so an error there would pass both checks. I should read the table code and the log of that hour before I believe anything.',
      say: 'I start with the two things that had to agree for the gate to open: the plan and the height of the water. First the code that reads the table, then the log of that hour.',
      calls: [files.read('README.md'), files.read('sluice/gate.py'), files.read('sluice/tide.py')],
    },
    { calls: [files.read('sluice/window.py'), files.read('sluice/clock.py'), files.read('sluice/schedule.py')] },
    {
      say: 'The gate asks `Table.height_at` and nothing else; the gauge is logged but not used. Now the log of Sunday morning.',
      calls: [
        bash(
          'ssh sluis-a sed -n "/2026-03-29T05:0/,/2026-03-29T06:1/p" /var/log/sluice/gate-2.log',
          'Read the gate log of Sunday morning',
          opening(),
        ),
      ],
    },
    {
      think:
        'Gauge +0.06, table +0.60 at 05:50 summer time. The difference is not constant: it was 0.47 at five and 0.5 now. That is not a wrong datum. It looks like a shift in time: the table shows what the gauge will show about an hour later. Sunday 29 March is the night on which the clocks went forward.',
      say: 'The table is ahead of the gauge, and by more when the water rises faster. That is no wrong zero point, that is a shift in time. Let me see how large it is, and since when.',
      calls: [
        bash(
          'ssh sluis-a sed -n "/2026-03-28T20:0/,/2026-03-28T22:0/p" /var/log/sluice/gate-2.log',
          'Read the log of Saturday evening',
          gateLog(2, SUNDAY - 5 * HOUR, 200, 0),
        ),
        bash(
          'ssh sluis-a sed -n "/2026-03-29T00:3/,/2026-03-29T04:0/p" /var/log/sluice/gate-2.log',
          'Read the log of the night',
          `${gateLog(2, SUNDAY - 2 * HOUR, 180, 0)}\n${gateLog(2, SUNDAY + HOUR, 110, 1)}`,
        ),
      ],
    },
    {
      say: 'On Saturday evening both agree to a centimetre. From 03:00 on Sunday the table runs an hour ahead. The clocks changed at 02:00. Next: what the published table says about its own times.',
      calls: [
        bash(
          'ssh sluis-a head -200 /srv/sluice/tides/2026-03-29.csv',
          'Look at the published table',
          tideTable(SUNDAY - HOUR, 33)
            .split('\n')
            .slice(0, 200)
            .join('\n'),
        ),
      ],
    },
    {
      think:
        'The header is plain: "times in MET (UTC+1) all year". read_table uses clock.parse_local, which attaches Europe/Amsterdam. From the change on, every reading is put an hour too early.',
      say: 'There it is, in the second line of the file: times in MET, UTC+1, *all year*. Now the importer.',
      calls: [files.read('sluice/importer.py'), files.grep('parse_local'), files.read('sluice/store.py')],
    },
    {
      say: 'The importer gives each line to `parse_local`, which takes it for harbour time. In winter the two are the same clock, so nobody noticed. I want to know how long this has been so.',
      calls: [
        bash(
          'git log --oneline -12 -- sluice/importer.py sluice/clock.py',
          'History of the importer',
          [
            '7c1e0aa Import tables without their comment lines',
            'b50d3f2 Name the file and line of a bad reading',
            '19ab774 Use zoneinfo instead of pytz',
            'e4f0c18 Read tables from the new service',
            '02d91be First importer',
          ].join('\n'),
        ),
        bash('git blame sluice/importer.py', 'Who wrote which line', blame('sluice/importer.py', files.content('sluice/importer.py'))),
        bash('git show 19ab774 --stat -p -- sluice/clock.py', 'The change to zoneinfo', ZONEINFO),
      ],
    },
    {
      think:
        'Before 19ab774 the importer used pytz with localize on a fixed MET zone. With zoneinfo it became HARBOUR. That was in November, in winter time. So this is the first summer time since the change.',
      say: 'Commit 19ab774, last November: the importer read tables with a fixed `MET` zone until then. The new code is right for reservations and wrong for tables, and this is the first change of clocks since.',
      calls: [
        files.read('tests/test_clock.py'),
        files.read('tests/test_store.py'),
        bash('ls tests; wc -l tests/*.py', 'Which tests there are', LISTING),
      ],
    },
    {
      say: 'No test crosses a change of clocks. Let me see what a table looks like in the database, and which passages are planned on top of it.',
      calls: [
        bash(
          'ssh sluis-a "sqlite3 -readonly -column /srv/sluice/sluice.db \\"SELECT at, height FROM tide WHERE at BETWEEN \'2026-03-29 01:00\' AND \'2026-03-29 09:00\'\\""',
          'Read the stored table',
          stored(),
        ),
        bash(
          'ssh sluis-a "sqlite3 -readonly -column -header /srv/sluice/sluice.db \\"SELECT * FROM reservation WHERE slot >= \'2026-03-29\' ORDER BY slot\\""',
          'Read the planned passages',
          reservations('planned', 118, SUNDAY + 4 * HOUR, 48, local),
        ),
      ],
    },
    {
      think:
        'Another trap: parse_local("2026-03-29 02:10") does not exist on that clock. datetime keeps it with fold=0 and offset +1. So readings 02:00 to 02:50 collide with 03:00 to 03:50 as instants? 02:10 local, nonexistent, utcoffset() is +1 → 01:10Z; 03:10 local is +2 → 01:10Z. Yes: two readings for one moment. sorted() is stable, but comparisons between aware datetimes of the same tzinfo use wall time. That is a second trap.',
      say: 'One more thing in this output: 02:00 to 02:50 are stored although that hour did not exist on Sunday. As moments they fall onto 03:00 to 03:50. I try that in a shell before I build a theory on it.',
      calls: [
        bash(
          'python - <<\'E\'\nfrom sluice import clock\na, b = clock.parse_local("2026-03-29 02:10"), clock.parse_local("2026-03-29 03:10")\nprint(a.timestamp() == b.timestamp(), a == b, b - a)\nE',
          'Compare two times around the change',
          'True False 1:00:00',
        ),
      ],
    },
  ]);
}

export function evidence(s: ClaudeWriter, files: Files): void {
  run(s, [
    {
      think:
        'Same moment by timestamp, yet not equal and an hour apart: arithmetic between datetimes of one zone is done on the wall clock. So steps() and every subtraction in the planner are on the wall clock too. The planner would produce slots in an hour that does not exist.',
      say: 'The same moment, unequal, and an hour apart: Python does sums on the wall clock when both sides have the same zone. So `clock.steps` and every difference in the planner are wrong across a change, too. I look for all such places.',
      calls: [files.grep('timedelta|STEP|local_hour'), files.grep('format_local|now\\(\\)')],
    },
    { calls: [files.read('sluice/api.py'), files.read('sluice/notify.py'), files.read('sluice/report.py')] },
    {
      say: 'Now I want the fault to happen here, not only in a log.',
      calls: [
        bash('pytest -q', 'Run the tests as they are', "ModuleNotFoundError: No module named 'freezegun'\nno tests ran in 0.07s", true),
      ],
    },
    {
      say: 'The test extras are missing in this environment.',
      calls: [bash('pip install -e ".[test]" 2>&1 | tail -4', 'Install the test extras', PIP)],
    },
    { calls: [bash('pytest -v', 'Run all tests', pytest())] },
    {
      say: 'All green, as expected: nothing here knows about 29 March. I replay Sunday morning with the published table and the real gauge.',
      calls: [
        files.write('scratch/replay.py', REPLAY),
        bash('python scratch/replay.py 2026-03-29.csv gauge-2.log', 'Replay Sunday morning', replay()),
      ],
      seconds: 48,
    },
    {
      think: 'Residual is 0.00 ± 0.01 when the table is read as UTC+1. That is the proof. I should report and wait, as she asked.',
      say: 'Found, and shown to be so.\n\n**Why the gate opened.** Tide tables are published in winter time all year. Since November our importer reads them as harbour time. On Sunday at 02:00 the two parted, and from then on every height is stored an hour too early. At 05:50 the table promised +0.60 m; the gauge showed +0.06 m.\n\n**Why nothing caught it.** Plan and gate use the same table, so they agreed with each other. The gauge is logged and never asked.\n\n**What else is wrong.** Six readings fall into an hour that did not exist, and the planner does its sums on the wall clock: a slot planned across a change of clocks is off by an hour as well.\n\n**For tonight.** Every window since Sunday is an hour early. I have changed nothing. The safe thing for this evening is to plan by hand, or to re-import with the right zone.',
    },
  ]);
  s.system('turn_duration', { durationMs: 912_000, messageCount: 61 });
}

/** Sunday 05:02 to 06:10, with the minute in which the gate opened. */
function opening(): string {
  const lines = gateLog(2, SUNDAY + 3 * HOUR, 70, 1).split('\n');
  const at = lines.findIndex((line) => line.startsWith('2026-03-29T05:50'));
  const move = [
    '2026-03-29T05:50:21+02:00 sluice.gate INFO  turn lock=2 vessel="Maartje" slot=05:50 draught=2.4',
    '2026-03-29T05:50:22+02:00 sluice.gate INFO  check table=+0.60 needed=+0.55 ok',
    '2026-03-29T05:50:24+02:00 sluice.gate INFO  gate sea open lock=2 vessel=Maartje',
    '2026-03-29T05:51:02+02:00 sluice.gate WARN  gauge=+0.06 below needed=+0.55 (gauge is not used)',
  ];
  return [...lines.slice(0, at + 1), ...move, ...lines.slice(at + 1)].join('\n');
}

function stored(): string {
  return tideTable(SUNDAY, 8)
    .split('\n')
    .slice(3, -1)
    .map((line) => line.replace(',', '  ').replace('+', ' '))
    .join('\n');
}

function replay(): string {
  const table = tideTable(SUNDAY - HOUR, 12)
    .trimEnd()
    .split('\n')
    .slice(3);
  const rows = table.map((line, at) => {
    const [time = '', height = ''] = line.split(',');
    return `${time}  published ${height}  as harbour time ${at % 6 === 5 ? 'off by an hour' : 'off'}   as MET residual ${at % 4 === 1 ? '-0.01' : '+0.00'}`;
  });
  return [
    ...rows,
    '',
    'table read as harbour time: mean residual +0.41 m after 02:00',
    'table read as MET:          mean residual +0.00 m',
  ].join('\n');
}

const LISTING = [
  'test_api.py  test_clock.py  test_gate.py  test_importer.py  test_notify.py',
  'test_report.py  test_schedule.py  test_store.py  test_window.py',
  '  214 tests/test_api.py',
  '   21 tests/test_clock.py',
  '  188 tests/test_gate.py',
  '   97 tests/test_importer.py',
  '  103 tests/test_notify.py',
  '   71 tests/test_report.py',
  '  240 tests/test_schedule.py',
  '  129 tests/test_store.py',
  '  151 tests/test_window.py',
  ' 1214 total',
].join('\n');

const PIP = [
  'Collecting freezegun',
  'Collecting hypothesis',
  'Installing collected packages: sortedcontainers, freezegun, hypothesis',
  'Successfully installed freezegun-1.5.1 hypothesis-6.112.1 sluice-3.8.1 sortedcontainers-2.4.0',
].join('\n');

const ZONEINFO = written('19ab774.diff');

const REPLAY = written('replay.py');
