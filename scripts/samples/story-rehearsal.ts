import type { ClaudeWriter, Step } from './claude-writer.ts';
import { bash, type Files } from './files.ts';
import { gateLog, onMonday, pytest } from './harbour.ts';
import { after, COPY, day, decisions, HOUR, REHEARSE } from './rehearsal-output.ts';
import { everyDay } from './story-every-day.ts';
import { NEW_TESTS } from './story-repair.ts';
import { run } from './story-search.ts';

/** Third part: the repair is tried on copies of what really happened, until the context is full. */

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
    ...weeks(),
  ]);
  everyDay(s, files);
}

/** Week by week through the winter: the same question with the same answer. */
function weeks(): Step[] {
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
