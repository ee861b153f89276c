import type { ClaudeWriter } from './claude-writer.ts';
import { bash, type Files } from './files.ts';
import { gateLog, onMonday, pytest } from './harbour.ts';
import { AUDIT, auditAgent, auditResult } from './story-agent.ts';
import { NEW_TESTS } from './story-repair.ts';
import { run } from './story-search.ts';
import { written } from './written.ts';

/** The repair continues: another lock, the gate that asks the gauge, and an agent that looks through the edges. */

const MONDAY = Date.UTC(2026, 2, 30);
const HOUR = 3_600_000;

export function third(s: ClaudeWriter, files: Files): void {
  run(s, [
    {
      think:
        'Late, not early? If lock 3 uses the same table it must be early as well. Unless its controller host has another clock. Look at its log.',
      say: 'Lock 3 reads the same table, so it should have been early as well. If it was late, something else is different there. I look at its log before I go on.',
      calls: [
        bash(
          'ssh sluis-b sed -n "/2026-03-29T04/,/2026-03-29T08/p" /var/log/sluice/gate-3.log',
          'Read the log of lock 3',
          gateLog(3, MONDAY - 22 * HOUR, 210, 1),
        ),
        bash(
          'ssh sluis-b "timedatectl; cat /etc/timezone"',
          "The clock of lock 3's host",
          'Local time: Mon 2026-03-30 09:02:11 CET\nUniversal time: Mon 2026-03-30 08:02:11 UTC\nTime zone: Etc/GMT-1 (+01, +0100)\nNTP service: active\nEtc/GMT-1',
        ),
      ],
    },
    {
      say: 'Bram is right, and it is a different fault on top: the host of lock 3 is set to `Etc/GMT-1`, winter time all year. Its cron opened the day an hour late. That is a setting, not our code; I leave it alone and put it on the list for you.',
      calls: [files.read('config/locks.toml'), files.grep('HARBOUR', 'sluice')],
    },
    {
      calls: [
        files.edit(
          'sluice/schedule.py',
          '# Keepers change shift at these local hours; no passage begins in the half hour after one.',
          '# Keepers change shift at these hours of the harbour clock; no passage begins in the half hour after one.',
        ),
        files.read('tests/test_schedule.py'),
      ],
    },
    {
      calls: [
        bash('pytest -v tests/test_schedule.py tests/test_window.py', 'Run the planner tests', pytest(NEW_TESTS, {}, /schedule|window/)),
      ],
    },
    {
      think:
        'The planner is green because steps() now works on UTC and local_hour converts. Property: no slot within half an hour after a shift on the wall clock, on any day of the year. Hypothesis could check that across both changes. Add later.',
      say: 'The planner needed no change of its own: with moments in UTC its sums are sums again. Now the gate, which must ask the gauge.',
      calls: [
        files.write('sluice/gauge.py', GAUGE),
        files.edit(
          'sluice/gate.py',
          '    table: Table\n    state: State = State.SHUT',
          '    table: Table\n    gauge: Gauge\n    state: State = State.SHUT',
        ),
        files.edit(
          'sluice/gate.py',
          'from .schedule import Reservation\n',
          'from .gauge import Gauge, NoGauge\nfrom .schedule import Reservation\n',
        ),
      ],
    },
    {
      calls: [
        files.edit(
          'sluice/gate.py',
          '        if not floats(self.lock, reservation.draught, height):\n            raise Refused(f"{height:+.2f} m is too little water for {reservation.vessel}")',
          '        try:\n            seen = self.gauge.height()\n        except NoGauge as missing:\n            raise Refused(f"the gauge is silent: {missing}") from missing\n        if abs(seen - height) > DISAGREEMENT:\n            raise Refused(f"gauge {seen:+.2f} m and table {height:+.2f} m disagree")\n        if not floats(self.lock, reservation.draught, min(seen, height)):\n            raise Refused(f"{min(seen, height):+.2f} m is too little water for {reservation.vessel}")',
        ),
        files.edit(
          'sluice/gate.py',
          'class State(Enum):',
          '# A table that is further than this from the gauge is not to be trusted, whoever is right.\nDISAGREEMENT = 0.15\n\n\nclass State(Enum):',
        ),
        files.read('sluice/gate.py'),
      ],
    },
    {
      calls: [
        bash(
          'pytest -v tests/test_gate.py tests/test_change_of_clocks.py',
          'Run the gate tests',
          pytest(NEW_TESTS, GATE_FAILURES, /gate|clocks/),
          true,
        ),
      ],
    },
    {
      say: 'The old gate tests build a gate without a gauge. I give them one that shows what the table says, and add the four cases that matter.',
      calls: [files.read('tests/test_gate.py'), files.write('tests/test_gate.py', GATE_TESTS)],
    },
    { calls: [bash('pytest -v tests/test_gate.py', 'Run the gate tests again', pytest(GAUGE_TESTS, {}, /gate/))] },
  ]);
}

export function audit(s: ClaudeWriter, files: Files): void {
  s.until(onMonday(10, 24));
  s.attach({
    type: 'task_reminder',
    content: [
      { id: '4', subject: 'Planner on moments', status: 'completed' },
      { id: '5', subject: 'Gate asks the gauge', status: 'completed' },
      { id: '6', subject: 'Screens, messages, report', status: 'pending' },
    ],
    itemCount: 3,
  });
  run(s, [
    {
      think:
        'Callers of local time all over: api, notify, report, plus scripts and the keepers screens folder. An Explore agent can read those without filling my context.',
      say: 'The inside is done. The edges are many and small: screens, messages, reports, scripts. I send an agent through all of them and go on with what I know.',
      calls: [
        {
          name: 'Task',
          input: { subagent_type: 'Explore', description: 'Audit uses of local time', prompt: AUDIT },
          output: auditResult(),
          result: auditAgent(),
        },
      ],
      seconds: 190,
    },
    {
      say: 'Eleven places, three of them wrong. I take them in the order in which they could hurt someone.',
      calls: [
        files.edit(
          'sluice/api.py',
          '        start = clock.parse_local(f"{day} 00:00")\n        end = start + timedelta(days=1)\n',
          '        start, end = clock.day_span(day)\n',
        ),
        files.edit(
          'sluice/api.py',
          'plan = Plan(lock, table, store.day(lock.number, body["wanted"][:10]))',
          'plan = Plan(lock, table, store.around(lock.number, wanted))',
        ),
      ],
    },
    {
      calls: [
        files.edit(
          'sluice/store.py',
          '    def open_reservations(self)',
          '    def around(self, lock: int, moment: datetime) -> list[Reservation]:\n        """Passages that could be in the way of one at this moment, also across midnight."""\n        rows = self.db.execute(\n            "SELECT * FROM reservation WHERE lock = ? AND slot >= ? AND slot < ? ORDER BY slot",\n            (lock, clock.format_moment(moment - timedelta(hours=5)), clock.format_moment(moment + timedelta(hours=5))),\n        )\n        return [self._reservation(row) for row in rows]\n\n    def open_reservations(self)',
        ),
        files.edit('sluice/store.py', 'from datetime import datetime\n', 'from datetime import datetime, timedelta\n'),
      ],
    },
    {
      calls: [
        files.edit(
          'sluice/notify.py',
          '    moment = reservation.slot - timedelta(hours=1)\n',
          '    moment = reservation.slot - timedelta(hours=1)  # an hour that passes, not an hour on the clock\n',
        ),
        bash(
          'pytest -v tests/test_api.py tests/test_notify.py tests/test_report.py',
          'Run the tests of the edges',
          pytest([], {}, /api|notify|report/),
        ),
      ],
    },
    {
      calls: [
        bash(
          'git diff --stat',
          'What has changed so far',
          ' sluice/api.py                    |  7 ++---\n sluice/clock.py                  | 62 ++++++++++++++++++++++++++---------\n sluice/gate.py                   | 17 +++++++++-\n sluice/gauge.py                  | 34 ++++++++++++++++++++\n sluice/importer.py               |  4 +--\n sluice/notify.py                 |  2 +-\n sluice/schedule.py               |  2 +-\n sluice/store.py                  | 31 ++++++++++++------\n tests/test_change_of_clocks.py   | 71 ++++++++++++++++++++++++++++++++++++++++\n tests/test_gate.py               | 58 +++++++++++++++++++++++++-------\n 10 files changed, 242 insertions(+), 46 deletions(-)',
        ),
        bash('pytest -v', 'Run everything', pytest([...NEW_TESTS, ...GAUGE_TESTS])),
      ],
    },
  ]);
}

const GAUGE_TESTS = [
  'opens_when_gauge_and_table_agree',
  'refuses_when_they_disagree',
  'refuses_when_the_gauge_is_silent',
  'believes_the_lower_of_the_two',
].map((name) => `tests/test_gate.py::test_${name}`);

const GATE_FAILURES: Record<string, string> = Object.fromEntries(
  ['opens_for_the_ship_whose_turn_it_is', 'refuses_too_early', 'refuses_without_water'].map((name) => [
    `tests/test_gate.py::test_${name}`,
    "E       TypeError: Gate.__init__() missing 1 required positional argument: 'gauge'",
  ]),
);

const GAUGE = written('gauge.py');

const GATE_TESTS = written('test_gate.py');
