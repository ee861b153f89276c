import type { ClaudeWriter } from './claude-writer.ts';
import { bash, type Files } from './files.ts';
import { onMonday, pytest, tideTable } from './harbour.ts';
import { run } from './story-search.ts';
import { written } from './written.ts';

/** Second part: a first attempt that is taken back, the repair, a sub-agent, a prompt typed in between. */

const MONDAY = Date.UTC(2026, 2, 30);
const HOUR = 3_600_000;

/** The attempt that Ines goes back on. */
export function patch(s: ClaudeWriter, files: Files): void {
  const before = s.mark();
  s.until(onMonday(9, 24));
  s.prompt('Good work. Then subtract the hour in `height_at` when it is summer time, and let us have the evening tide.');
  run(s, [
    {
      think:
        'I can do that, but it hides the fault in a third place. She asked for it, though, and the evening tide is real. I do it and say what I think of it.',
      say: 'I can do that quickly. It puts a correction where nobody would look for one, so I would take it out again tomorrow.',
      calls: [
        {
          name: 'Edit',
          input: {
            file_path: `${files.root}/sluice/tide.py`,
            old_string: 'right = bisect_right(self._moments, moment)',
            new_string: 'moment = moment - (moment.dst() or timedelta())\n        right = bisect_right(self._moments, moment)',
          },
          output: `The file ${files.root}/sluice/tide.py has been updated.`,
        },
      ],
    },
    {
      calls: [
        bash(
          'pytest -q tests/test_window.py tests/test_gate.py',
          'Run the tests that use heights',
          pytest([], {}, /test_(window|gate)/)
            .split('\n')
            .slice(-1)
            .join('\n'),
        ),
      ],
    },
  ]);
  s.node('user', { message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] } });
  s.rewind(before);
  s.until(onMonday(9, 27));
  s.prompt(
    'No correction in the reader, I was too hasty. Do it right: moments are UTC everywhere, in memory and in the database, and only `clock.py` turns them into harbour time, at the edges. Tables come in as MET. The gate must also ask the gauge. I plan tonight by hand.',
  );
}

export function repair(s: ClaudeWriter, files: Files): void {
  s.attach({
    type: 'nested_memory',
    path: `${files.root}/tests/CLAUDE.md`,
    content: {
      path: `${files.root}/tests/CLAUDE.md`,
      type: 'Project',
      content:
        'Tests use invented ships and invented tides. A test that needs the clock to stand still uses freezegun. Name the day in the test when the day matters.',
    },
  });
  run(s, [
    {
      think:
        'Plan: 1. tests that fail for the right reason, 2. clock, 3. importer, 4. store, 5. planner, 6. gate with gauge, 7. api, notify, report. Use a list so that nothing is lost.',
      say: 'That is the better repair. First tests that fail for the right reason, then from the inside out: clock, importer, store, planner, gate, screens.',
      calls: [todo('in_progress', 'pending', 'pending', 'pending', 'pending', 'pending')],
    },
    {
      calls: [
        files.write('tests/test_change_of_clocks.py', TESTS),
        bash('pytest -v tests/test_change_of_clocks.py', 'See the new tests fail', pytest(NEW_TESTS, FAILING, /change_of_clocks/), true),
      ],
    },
    {
      say: 'Five failures, each for its own reason. Now the clock.',
      calls: [files.write('sluice/clock.py', CLOCK), todo('completed', 'in_progress', 'pending', 'pending', 'pending', 'pending')],
    },
    {
      calls: [
        bash(
          'pytest -v tests/test_clock.py tests/test_change_of_clocks.py',
          'Run the clock tests',
          pytest(NEW_TESTS, { [NEW_TESTS[0] ?? '']: FAIL_IMPORT, [NEW_TESTS[3] ?? '']: FAIL_GAUGE }, /clock/),
          true,
        ),
      ],
    },
    {
      say: 'Three of five. The importer next: tables come in as MET, and say so in the code.',
      calls: [
        files.edit(
          'sluice/importer.py',
          'Reading(clock.parse_local(row[0]), float(row[1]))',
          'Reading(clock.parse_table(row[0]), float(row[1]))',
        ),
        files.edit(
          'sluice/importer.py',
          '"""Reads the tide tables that the hydrographic service publishes."""',
          '"""Reads the tide tables that the hydrographic service publishes: in MET, winter time all year."""',
        ),
      ],
    },
    {
      calls: [
        bash(
          'pytest -v tests/test_importer.py tests/test_change_of_clocks.py',
          'Run the importer tests',
          pytest(NEW_TESTS, { [NEW_TESTS[3] ?? '']: FAIL_GAUGE }, /importer|clocks/),
          true,
        ),
      ],
    },
    {
      think: 'Other tables: are there any besides this station, published in another clock? Check the tides folder headers.',
      say: 'Before I rely on one zone for all tables: do all of them say MET?',
      calls: [
        bash(
          'ssh sluis-a "grep -h \'^#\' /srv/sluice/tides/*.csv | sort | uniq -c"',
          'Headers of all tables',
          '    412 # Hydrographic service, station 3107, old harbour\n    412 # height in m against chart datum, times in MET (UTC+1) all year',
        ),
        bash(
          'ssh sluis-a tail -160 /srv/sluice/tides/2026-03-30.csv',
          "Look at today's table",
          tideTable(MONDAY - HOUR, 30)
            .trimEnd()
            .split('\n')
            .slice(-160)
            .join('\n'),
        ),
      ],
    },
    {
      say: 'All 412 do. The store: moments as UTC text that sorts, and a day is a span of moments, not a prefix of a string.',
      calls: [
        files.editMissed(
          'sluice/store.py',
          'rows = [(clock.format_local(r.at), r.height) for r in readings]',
          'rows = [(clock.format_moment(r.at), r.height) for r in readings]',
        ),
      ],
    },
    { say: 'I had the line from memory. Reading it again.', calls: [files.read('sluice/store.py', 30, 60)] },
    {
      calls: [
        files.edit(
          'sluice/store.py',
          'rows = [(clock.format_local(reading.at), reading.height) for reading in readings]',
          'rows = [(clock.format_moment(reading.at), reading.height) for reading in readings]',
        ),
        files.edit(
          'sluice/store.py',
          '            (clock.format_local(start), clock.format_local(end)),\n        )\n        return Table([Reading(clock.parse_local(row["at"]), row["height"]) for row in rows])',
          '            (clock.format_moment(start), clock.format_moment(end)),\n        )\n        return Table([Reading(clock.parse_moment(row["at"]), row["height"]) for row in rows])',
        ),
        files.edit(
          'sluice/store.py',
          '  at TEXT PRIMARY KEY,          -- harbour time, 2026-03-29 04:10',
          '  at TEXT PRIMARY KEY,          -- UTC, 2026-03-29T02:10Z',
        ),
      ],
    },
    {
      calls: [
        files.edit(
          'sluice/store.py',
          '        slot = clock.format_local(reservation.slot) if reservation.slot else None',
          '        slot = clock.format_moment(reservation.slot) if reservation.slot else None',
        ),
        files.edit(
          'sluice/store.py',
          '                    clock.format_local(reservation.wanted),',
          '                    clock.format_moment(reservation.wanted),',
        ),
        files.edit(
          'sluice/store.py',
          '            wanted=clock.parse_local(row["wanted"]),\n            slot=clock.parse_local(row["slot"]) if row["slot"] else None,',
          '            wanted=clock.parse_moment(row["wanted"]),\n            slot=clock.parse_moment(row["slot"]) if row["slot"] else None,',
        ),
      ],
    },
    {
      say: '`day` is the interesting one: it compared the first ten letters. A day has 23, 24 or 25 hours.',
      calls: [
        files.edit(
          'sluice/store.py',
          '            "SELECT * FROM reservation WHERE lock = ? AND slot LIKE ? ORDER BY slot", (lock, f"{day}%")\n        )',
          '            "SELECT * FROM reservation WHERE lock = ? AND slot >= ? AND slot < ? ORDER BY slot",\n            (lock, clock.format_moment(start), clock.format_moment(end)),\n        )',
        ),
        files.edit(
          'sluice/store.py',
          '    def day(self, lock: int, day: str) -> list[Reservation]:\n',
          '    def day(self, lock: int, day: str) -> list[Reservation]:\n        start, end = clock.day_span(day)\n',
        ),
        bash(
          'pytest -v tests/test_store.py tests/test_change_of_clocks.py',
          'Run the store tests',
          pytest(NEW_TESTS, { [NEW_TESTS[3] ?? '']: FAIL_GAUGE }, /store|clocks/),
          true,
        ),
      ],
    },
  ]);
  s.until(onMonday(10, 0));
  queued(s, 'Lock 3 too? Bram says it was late on Sunday, not early.');
}

/** A prompt typed while the agent worked: the queue notes it, and an attachment is its only trace in the conversation. */
function queued(s: ClaudeWriter, text: string): void {
  s.sidecar('queue-operation', { operation: 'enqueue', timestamp: new Date(onMonday(10, 0)).toISOString(), content: text });
  s.attach({ type: 'queued_command', prompt: text, commandMode: 'prompt', origin: { kind: 'human' } });
  s.sidecar('queue-operation', { operation: 'remove', timestamp: new Date(onMonday(10, 0) + 4000).toISOString() });
}

function todo(...states: string[]): {
  name: string;
  input: { todos: { content: string; status: string; activeForm: string }[] };
  output: string;
} {
  const names = [
    'Tests that fail',
    'Clock',
    'Importer and store',
    'Planner on moments',
    'Gate asks the gauge',
    'Screens, messages, report',
  ];
  const todos = names.map((content, at) => ({
    content,
    status: states[at] ?? 'pending',
    activeForm: `Working on: ${content.toLowerCase()}`,
  }));
  return { name: 'TodoWrite', input: { todos }, output: 'Todos have been modified successfully. Continue with the current task.' };
}

export const NEW_TESTS = [
  'a_table_is_read_as_winter_time',
  'no_reading_falls_on_another',
  'a_day_may_have_23_hours',
  'the_gate_of_29_march_stays_shut',
  'steps_are_ten_real_minutes_apart',
].map((name) => `tests/test_change_of_clocks.py::test_${name}`);

const FAIL_IMPORT =
  ">       assert clock.format_moment(first.at) == '2026-03-29T01:10Z'\nE       AssertionError: assert '2026-03-29T00:10Z' == '2026-03-29T01:10Z'\n\ntests/test_change_of_clocks.py:24: AssertionError";
const FAIL_GAUGE =
  '>       with pytest.raises(Refused, match="disagree"):\nE       Failed: DID NOT RAISE <class \'sluice.gate.Refused\'>\n\ntests/test_change_of_clocks.py:58: Failed';

const FAILING: Record<string, string> = Object.fromEntries(
  NEW_TESTS.map((name, at) => [
    name,
    at === 3
      ? FAIL_GAUGE
      : at === 0
        ? FAIL_IMPORT
        : "E       AttributeError: module 'sluice.clock' has no attribute 'format_moment'\n\ntests/test_change_of_clocks.py:31: AttributeError",
  ]),
);

const TESTS = written('test_change_of_clocks.py');

const CLOCK = written('clock.py');
