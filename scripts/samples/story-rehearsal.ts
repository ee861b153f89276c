import type { ClaudeWriter, Step } from './claude-writer.ts';
import { bash, type Files } from './files.ts';
import { gateLog, local, onMonday, pytest, reservations } from './harbour.ts';
import { between, share } from './seeded.ts';
import { NEW_TESTS } from './story-repair.ts';
import { run } from './story-search.ts';
import { written } from './written.ts';

/** Third part: the repair is tried on copies of what really happened, until the context is full. */

const HOUR = 3_600_000;
const day = (month: number, date: number): number => Date.UTC(2026, month - 1, date);

export function rehearsal(s: ClaudeWriter, files: Files): void {
  s.until(onMonday(11, 4));
  s.prompt(
    'Looks right to me. Before we touch production: rehearse it on a copy, a whole month of logs, both locks. I want to see that no gate would have behaved differently on a day on which it was right.',
  );
  run(s, [
    {
      think:
        'Rehearsal: copy the database and the logs of March, replay every opening with the new gate, compare decisions. Every decision before 29 March must be the same; after it, the wrong ones must be refused. Do it day by day so that I see what differs.',
      say: 'A rehearsal then: a copy of the database, every opening of March replayed through the new gate, decision by decision. Before 29 March nothing may differ.',
      calls: [
        bash(
          'rsync -a sluis-a:/srv/sluice/ copy/a/ && rsync -a sluis-b:/srv/sluice/ copy/b/ && ls -la copy/a copy/b | head -30',
          'Copy the production data',
          COPY,
        ),
        files.write('scratch/rehearse.py', REHEARSE),
      ],
    },
    {
      calls: [
        bash(
          'python scratch/rehearse.py copy/a --lock 2 --day 2026-03-03',
          'Replay one ordinary day',
          decisions('lock 2', day(3, 3), 26, 0),
        ),
      ],
    },
    {
      say: 'One ordinary day, twenty-six openings, no difference. Now the weeks before the change.',
      calls: [
        bash(
          'python scratch/rehearse.py copy/a --lock 2 --from 2026-03-01 --to 2026-03-14',
          'Replay the first half of March',
          decisions('lock 2 first', day(3, 1), 128, 0),
        ),
      ],
    },
    {
      calls: [
        bash(
          'python scratch/rehearse.py copy/a --lock 1 --from 2026-03-01 --to 2026-03-14',
          'The same for lock 1',
          decisions('lock 1 first', day(3, 1), 117, 0),
        ),
      ],
    },
    {
      calls: [
        bash(
          'python scratch/rehearse.py copy/b --lock 3 --from 2026-03-01 --to 2026-03-14',
          'The same for lock 3',
          `Traceback (most recent call last):\n  File "scratch/rehearse.py", line 41, in <module>\n    main()\n  File "scratch/rehearse.py", line 22, in main\n    for number, line in enumerate(open(log), start=1):\nUnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 81: invalid continuation byte`,
          true,
        ),
      ],
    },
    {
      think: 'Host b writes Latin-1 logs: Goède? Some vessel name with an accent.',
      say: 'Lock 3 writes its log in Latin-1; a ship called *Aimée* gives it away. I read that log as what it is.',
      calls: [
        files.edit(
          'scratch/rehearse.py',
          'enumerate(open(log), start=1)',
          'enumerate(open(log, encoding="latin-1" if lock == 3 else "utf-8"), start=1)',
        ),
        bash(
          'python scratch/rehearse.py copy/b --lock 3 --from 2026-03-01 --to 2026-03-14',
          'Lock 3 again',
          decisions('lock 3 first', day(3, 1), 104, 0),
        ),
      ],
    },
    {
      calls: [
        bash(
          'python scratch/rehearse.py copy/a --lock 2 --from 2026-03-15 --to 2026-03-28',
          'The second half, lock 2',
          decisions('lock 2 second', day(3, 15), 131, 1),
        ),
      ],
    },
    {
      think:
        'One difference on 2026-03-19 21:40. Look at it: table vs gauge 0.17 apart: a westerly storm surge. The new gate would refuse as "disagree". Was the old decision right? Gauge higher than table: it was safe. So threshold 0.15 would have refused a safe passage. Honest reporting: show her.',
      say: 'One difference, and it is mine: on 19 March at 21:40 the gauge stood 0.17 m *above* the table, in a westerly wind. The old gate opened, rightly; the new one would have refused. More water than promised is no danger. I look at the hour before I change the rule.',
      calls: [
        bash('grep "2026-03-19T21" copy/a/log/gate-2.log', 'The hour of the difference', gateLog(2, day(3, 19) + 20 * HOUR, 180, 0)),
        bash(
          'curl -s "https://wind.example/archive?day=2026-03-19"',
          'Wind of that evening',
          'curl: (6) Could not resolve host: wind.example',
          true,
        ),
      ],
    },
    {
      say: 'The archive is not reachable from here; the gauge alone is clear enough. The rule becomes: refuse when the gauge is *below* the table by more than 0.15 m, or above it by more than half a metre, since then one of the two is broken.',
      calls: [
        files.edit(
          'sluice/gate.py',
          '        if abs(seen - height) > DISAGREEMENT:',
          '        if not -TOO_LOW <= seen - height <= TOO_HIGH:',
        ),
        files.edit(
          'sluice/gate.py',
          '# A table that is further than this from the gauge is not to be trusted, whoever is right.\nDISAGREEMENT = 0.15',
          '# Wind may bring more water than the table promises. Less than promised is a fault somewhere, and so is far too much.\nTOO_LOW = 0.15\nTOO_HIGH = 0.50',
        ),
      ],
    },
    {
      calls: [
        files.edit(
          'tests/test_gate.py',
          '@pytest.mark.parametrize("off", [-0.54, -0.2, 0.2])',
          '@pytest.mark.parametrize("off", [-0.54, -0.2, 0.6])',
        ),
        bash('pytest -v tests/test_gate.py tests/test_change_of_clocks.py', 'Run the gate tests', pytest(NEW_TESTS, {}, /gate|clocks/)),
      ],
    },
    {
      calls: [
        bash(
          'python scratch/rehearse.py copy/a --lock 2 --from 2026-03-15 --to 2026-03-28',
          'The second half again',
          decisions('lock 2 second', day(3, 15), 131, 0),
        ),
      ],
    },
    {
      calls: [
        bash(
          'python scratch/rehearse.py copy/a --lock 1 --from 2026-03-15 --to 2026-03-28',
          'Lock 1, second half',
          decisions('lock 1 second', day(3, 15), 121, 0),
        ),
        bash(
          'python scratch/rehearse.py copy/b --lock 3 --from 2026-03-15 --to 2026-03-28',
          'Lock 3, second half',
          decisions('lock 3 second', day(3, 15), 99, 0),
        ),
      ],
    },
    {
      say: 'Now the two days on which it was wrong.',
      calls: [
        bash(
          'python scratch/rehearse.py copy/a --lock 2 --from 2026-03-29 --to 2026-03-30 --verbose',
          'The days after the change',
          after('as it was'),
        ),
      ],
    },
    {
      think:
        'Of 19 openings since Sunday nine are refused, five of them only because the stored table is still the old one. The rehearsal that counts is the one with the table imported anew.',
      say: 'With the old table the new gate refuses nine of nineteen: four for want of water, five because the gauge contradicts the table. With the table imported anew it refuses four, and those four are the ones where ships had too little water. The Maartje is one of them.',
      calls: [
        bash(
          'python scratch/rehearse.py copy/a --lock 2 --from 2026-03-29 --to 2026-03-30 --reimport --verbose',
          'The same with the table imported anew',
          after('anew'),
        ),
      ],
    },
    ...weeks(s),
    {
      say: 'And the autumn, where an hour comes twice. There is no log of the future, so I let hypothesis look for a slot that breaks a rule on any day of the year.',
      calls: [
        files.write('tests/test_every_day.py', EVERY_DAY),
        bash(
          'pytest -v tests/test_every_day.py',
          'Any day of the year',
          pytest(EVERY_DAY_TESTS, { [EVERY_DAY_TESTS[1] ?? '']: FALSIFYING }, /every_day/),
          true,
        ),
      ],
    },
    {
      think:
        'Falsifying: 2026-10-25, slot 02:10 first occurrence vs second: local_hour same for both. Rule "no passage in half hour after shift" not relevant. The failing property: day() partitions: passages of a day = union. day_span for 2026-10-25 ok 25h. The failing: format_local → parse_local not inverse in the repeated hour (second 02:10 becomes first). It is inherent: harbour time is ambiguous. So property must allow; the API must send the offset. Hmm: for screens: print "02:10 (2)"? Ask her? Keep: API adds moment field in UTC. I note.',
      say: 'It found what I had only written in a comment: on 25 October the time 02:10 comes twice, and text in harbour time cannot tell the second from the first. In memory and in the database nothing is lost; it is lost when a screen sends the text back. So the API has to send the moment beside the text, and take the moment.',
      calls: [
        files.edit(
          'sluice/api.py',
          '        return {"id": planned.id, "slot": clock.format_local(planned.slot)}',
          '        return {"id": planned.id, "slot": clock.format_local(planned.slot), "moment": clock.format_moment(planned.slot)}',
        ),
        files.edit(
          'sluice/api.py',
          '        wanted = clock.parse_local(body["wanted"])\n',
          '        wanted = clock.parse_moment(body["moment"]) if "moment" in body else clock.parse_local(body["wanted"])\n',
        ),
      ],
    },
    {
      calls: [
        files.edit(
          'tests/test_every_day.py',
          '    assert clock.parse_local(clock.format_local(moment)) == moment',
          '    again = clock.parse_local(clock.format_local(moment))\n    assert again == moment or moment - again == timedelta(hours=1)  # the hour that comes twice',
        ),
        bash('pytest -v tests/test_every_day.py tests/test_api.py', 'Run them again', pytest(EVERY_DAY_TESTS, {}, /every_day|api/)),
      ],
    },
    { calls: [bash('pytest -v', 'Run everything', pytest([...NEW_TESTS, ...EVERY_DAY_TESTS]))] },
    {
      say: 'All green. I read my own change from end to end, as somebody else would.',
      calls: [files.read('sluice/clock.py'), files.read('sluice/store.py'), files.read('sluice/gate.py')],
    },
    {
      calls: [
        files.read('sluice/api.py'),
        files.read('sluice/notify.py'),
        files.read('tests/test_gate.py'),
        files.read('tests/test_every_day.py'),
      ],
    },
    {
      think: 'One thing: parse_local raises NoSuchTime for a time in the gap; the API would answer 500. Make it a 422 with the sentence.',
      say: 'One thing I would not have let pass: a skipper who asks for 02:30 on 29 March would get an error page. It is a time that does not exist, and the answer should say so.',
      calls: [
        files.edit(
          'sluice/api.py',
          '        wanted = clock.parse_moment(body["moment"]) if "moment" in body else clock.parse_local(body["wanted"])\n',
          '        try:\n            wanted = clock.parse_moment(body["moment"]) if "moment" in body else clock.parse_local(body["wanted"])\n        except clock.NoSuchTime as reason:\n            raise HTTPException(422, str(reason)) from reason\n',
        ),
        bash(
          'pytest -v tests/test_api.py',
          'Run the tests of the API',
          pytest(['tests/test_api.py::test_a_time_that_was_left_out_is_refused_in_words'], {}, /api/),
        ),
      ],
    },
    {
      calls: [
        bash(
          'python scratch/rehearse.py copy/a --lock 2 --from 2026-03-01 --to 2026-03-28',
          'March once more, with the finished gate',
          decisions('march again', day(3, 1), 176, 0),
        ),
      ],
    },
    {
      say: 'March again without a difference. Last before production: what is in the database that has to be carried over, row by row.',
      calls: [
        bash(
          'sqlite3 -readonly -column -header copy/a/sluice.db "SELECT * FROM reservation WHERE state = \'planned\' ORDER BY wanted"',
          'Planned passages in the copy',
          reservations('carried', 190, day(3, 30), 93, local),
        ),
      ],
    },
    {
      calls: [
        bash(
          'sqlite3 -readonly -column -header copy/b/sluice.db "SELECT * FROM reservation WHERE state = \'planned\' ORDER BY wanted"',
          'The same at lock 3',
          reservations('carried b', 130, day(3, 30), 147, local),
        ),
        bash(
          'sqlite3 -readonly copy/a/sluice.db "SELECT COUNT(*), MIN(at), MAX(at) FROM tide"',
          'Extent of the stored table',
          '59472|2025-02-11 00:00|2026-04-02 23:50',
        ),
      ],
    },
  ]);
}

/** Week by week through the winter: the same question with the same answer. */
function weeks(_session: ClaudeWriter): Step[] {
  return [
    [11, 3, 'November, from the day of the change to zoneinfo.'],
    [12, 1, null],
    [12, 15, 'December is clean. January and February had two storms.'],
    [1, 5, null],
    [
      1,
      26,
      'The storm of 27 January: the gauge 0.44 m above the table for a whole night, and no difference, since the new rule lets more water pass.',
    ],
    [2, 9, null],
    [2, 23, 'The winter is the same, decision by decision.'],
  ].map(([month, date, say]) => {
    const year = Number(month) > 6 ? 2025 : 2026;
    const from = Date.UTC(year, Number(month) - 1, Number(date));
    const label = new Date(from).toISOString().slice(0, 10);
    const calls = [
      bash(
        `python scratch/rehearse.py copy/a --from ${label} --days 14`,
        `Replay two weeks from ${label}`,
        decisions(`winter ${label}`, from, 127, 0),
      ),
    ];
    return typeof say === 'string' ? { say, calls } : { calls };
  });
}

/** One line per opening: what the old gate did and what the new one would do. */
function decisions(name: string, from: number, count: number, different: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const moment = from + at * 3.6 * HOUR + between(`${name} ${at}`, 0, 17) * 600_000;
    const table = (share(`${name} height ${at}`) * 1.4 - 0.1).toFixed(2);
    const odd = different > 0 && at === Math.floor(count * 0.34);
    const gauge = (Number(table) + (odd ? 0.17 : (share(`${name} gauge ${at}`) - 0.5) * 0.06)).toFixed(2);
    return `${local(moment)}  table +${table}  gauge +${gauge}  old open  new ${odd ? 'REFUSED (disagree)' : 'open'}`.replaceAll('+-', '-');
  });
  return [...rows, `${count} openings, ${different} different`].join('\n');
}

/** Openings since the change: with the old table half of them contradict the gauge; imported anew, four lack water. */
function after(imported: 'as it was' | 'anew'): string {
  const rows = Array.from({ length: 19 }, (_, at) => {
    const shallow = [2, 3, 7, 15].includes(at);
    const ahead = imported === 'as it was' && (shallow || at % 3 === 0);
    const gauge = (shallow ? 0.05 : 0.62) + share(`after ${at}`) * 0.3;
    const decision = shallow ? 'REFUSED (too little water)' : ahead ? 'REFUSED (disagree)' : 'open';
    const moment = local(day(3, 29) + 3 * HOUR + at * 2.1 * HOUR);
    return `${moment}  table +${(gauge + (ahead ? 0.41 : 0.01)).toFixed(2)}  gauge +${gauge.toFixed(2)}  old open  new ${decision}`;
  });
  return [...rows, '19 openings since the change of clocks'].join('\n');
}

const COPY =
  'copy/a:\ntotal 48212\n-rw-r----- 1 ines ines  3117056 Mar 30 11:05 sluice.db\ndrwxr-xr-x 2 ines ines    20480 Mar 30 11:05 log\ndrwxr-xr-x 2 ines ines    32768 Mar 30 11:05 tides\n\ncopy/b:\ntotal 11840\n-rw-r----- 1 ines ines   884736 Mar 30 11:05 sluice.db\ndrwxr-xr-x 2 ines ines    12288 Mar 30 11:05 log';

const EVERY_DAY_TESTS = ['shifts_are_kept_on_every_day', 'text_and_moment_agree_on_every_day', 'days_follow_each_other_without_a_gap'].map(
  (name) => `tests/test_every_day.py::test_${name}`,
);

const FALSIFYING =
  '>       assert clock.parse_local(clock.format_local(moment)) == moment\nE       AssertionError: assert datetime(2026, 10, 25, 0, 10, tzinfo=utc) == datetime(2026, 10, 25, 1, 10, tzinfo=utc)\nE       Falsifying example: test_text_and_moment_agree_on_every_day(\nE           moment=datetime(2026, 10, 25, 1, 10, tzinfo=utc),\nE       )\n\ntests/test_every_day.py:34: AssertionError';

const EVERY_DAY = written('test_every_day.py');

const REHEARSE = written('rehearse.py');
