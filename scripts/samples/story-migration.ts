import type { ClaudeWriter } from './claude-writer.ts';
import { bash, type Files } from './files.ts';
import { gateLog, local, onMonday, pytest, reservations, wall } from './harbour.ts';
import { between, pick } from './seeded.ts';
import { NEW_TESTS } from './story-repair.ts';
import { run } from './story-search.ts';
import { written } from './written.ts';

/** Fourth part, after the compaction: production is carried over. */

const MONDAY = Date.UTC(2026, 2, 30);

export const SUMMARY = written('summary.md');

export function migration(s: ClaudeWriter, files: Files): void {
  s.attach({ type: 'compact_file_reference', filename: `${files.root}/sluice/schedule.py`, displayPath: 'sluice/schedule.py' });
  s.attach({
    type: 'file',
    filename: `${files.root}/sluice/store.py`,
    displayPath: 'sluice/store.py',
    content: {
      type: 'text',
      file: {
        filePath: `${files.root}/sluice/store.py`,
        content: files.content('sluice/store.py'),
        numLines: 101,
        startLine: 1,
        totalLines: 101,
      },
    },
  });
  run(s, [
    {
      say: 'I read again what I am about to build on; a summary is not the code.',
      calls: [files.read('sluice/clock.py'), files.read('sluice/gate.py'), files.read('sluice/gauge.py')],
    },
    { calls: [files.read('sluice/schedule.py'), files.read('sluice/importer.py'), files.read('tests/test_change_of_clocks.py')] },
    {
      calls: [
        bash(
          'git status --short; git diff --stat | tail -1',
          'What stands in the working tree',
          ' M sluice/api.py\n M sluice/clock.py\n M sluice/gate.py\n M sluice/importer.py\n M sluice/notify.py\n M sluice/schedule.py\n M sluice/store.py\n M tests/test_gate.py\n?? sluice/gauge.py\n?? tests/test_change_of_clocks.py\n?? tests/test_every_day.py\n?? scratch/\n?? copy/\n 8 files changed, 171 insertions(+), 52 deletions(-)',
        ),
        bash('pytest -v', 'Make sure that I start from green', pytest(NEW_TESTS)),
      ],
    },
    {
      think:
        'Continue with migration. Script: open copy, create new tables, convert, check invariants (counts, gaps, order), then swap by rename. Idempotent: a schema version in PRAGMA user_version.',
      say: 'The migration is next. It writes a new file beside the old one, checks it against the old one, and swaps only when every check holds.',
      calls: [files.write('scripts/migrate_utc.py', MIGRATE)],
    },
    {
      calls: [
        bash(
          'python scripts/migrate_utc.py copy/a/sluice.db --check',
          'Try the migration on the copy',
          'readings      59472 → 59472\nreservations   1184 → 1184\nCHECK FAILED: 6 readings of 2026-03-29 have no hour of their own (02:00 to 02:50)\nnothing was written',
          true,
        ),
      ],
    },
    {
      think:
        'The six readings in the non-existent hour are in fact right when read as MET: 02:00 MET = 03:00 CEST. As stored text "2026-03-29 02:10" by format_local of a nonexistent time... format_local(astimezone) of fold... The stored text: parse_local("02:10") → tz HARBOUR nonexistent; format_local: moment.astimezone(HARBOUR) - same tzinfo → returns itself unchanged → "02:10". OK so text is what was in the table. So stored text equals published text for all readings: convert as MET, no exception needed. My check was written for harbour time by mistake.',
      say: 'The check is wrong, not the data: the stored text of a reading is the published text, letter for letter, so *all* readings convert as MET and there is no missing hour. I had written the check as if they were harbour time.',
      calls: [
        files.edit('scripts/migrate_utc.py', '    check(no_missing_hour(old, "tide", "at"), "readings have no hour of their own")\n', ''),
        bash(
          'python scripts/migrate_utc.py copy/a/sluice.db --check',
          'Again',
          'readings      59472 → 59472   no gap, no double\nreservations   1184 → 1184   11 in the hour that came twice (2025-10-26), all passed\nall checks hold; nothing was written (--check)',
        ),
      ],
    },
    {
      calls: [
        bash(
          'python scripts/migrate_utc.py copy/b/sluice.db --check',
          'The copy of lock 3',
          'readings          0 → 0      (lock 3 reads the table of sluis-a)\nreservations    331 → 331    all checks hold; nothing was written (--check)',
        ),
      ],
    },
    {
      say: 'Both copies convert. I write them for real, still only the copies, and look at the rows with my own eyes.',
      calls: [
        bash(
          'python scripts/migrate_utc.py copy/a/sluice.db && sqlite3 -readonly -column -header copy/a/sluice.db "SELECT * FROM reservation ORDER BY slot DESC LIMIT 60"',
          'Convert the copy and look',
          reservations('carried', 60, MONDAY, 93, (moment) => `${wall(moment, 0).replace(' ', 'T')}Z`),
        ),
      ],
    },
    {
      say: 'Counts can agree while rows do not. Row against row, then, old text beside new.',
      calls: [bash('python scratch/compare_rows.py copy/a --planned', 'Compare the planned passages row by row', carried('planned', 168))],
    },
    { calls: [bash('python scratch/compare_rows.py copy/a --passed --sample 150', 'A sample of the past ones', carried('passed', 150))] },
    { calls: [bash('python scratch/compare_rows.py copy/b --planned', 'The same for lock 3', carried('lock 3', 112))] },
    {
      think:
        'The ones in the repeated hour on 2025-10-26: 11 passed; which of the two hours was meant cannot be known from text. parse_local takes the first. For the past it matters only to the report. Say so.',
      say: 'Every row holds. Eleven passages of 26 October lie in the hour that came twice; which of the two was meant, the old text does not say. They are past, so nothing depends on it but the monthly figures; I take the first and note it.',
      calls: [
        bash(
          "sqlite3 -readonly -column -header copy/a/sluice.db \"SELECT * FROM reservation WHERE slot BETWEEN '2025-10-26T00:00Z' AND '2025-10-26T01:59Z'\"",
          'The passages of the hour that came twice',
          reservations('twice', 11, Date.UTC(2025, 9, 26), 10, (moment) => `${wall(moment, 0).replace(' ', 'T')}Z`),
        ),
      ],
    },
    {
      calls: [
        bash(
          'python scratch/rehearse.py copy/a --lock 2 --from 2026-03-29 --to 2026-03-30',
          'Replay on the converted copy',
          '19 openings, 4 different: too little water at 05:50, 06:10, 18:20 (29 March) and 06:40 (30 March)',
        ),
        bash('pytest -q', 'Run everything', pytest(NEW_TESTS).split('\n').slice(-1).join('\n')),
      ],
    },
    {
      say: 'The two scripts that the audit found.',
      calls: [
        bash(
          'cat scripts/export_month.py',
          'The export',
          'rows = Store(database).db.execute("SELECT * FROM reservation WHERE slot LIKE ?", (f"{month}%",)).fetchall()\n...\n                writer.writerow([row["slot"][:10], row["vessel"], row["draught"], row["state"]])',
        ),
        bash(
          'python - <<\'E\'\nfrom pathlib import Path\np = Path("scripts/export_month.py")\np.write_text(p.read_text().replace(\'row["slot"][:10]\', \'clock.format_local(clock.parse_moment(row["slot"]))[:10]\'))\nE',
          'Day on the harbour clock',
          '',
        ),
      ],
    },
    { calls: [bash('git diff scripts', 'What changed in the scripts', SCRIPTS_DIFF)] },
  ]);
  s.attach({
    type: 'edited_text_file',
    filename: `${files.root}/CHANGELOG.md`,
    snippet: '1\t# Changes\n2\t\n3\t## Unreleased\n4\t- Gates ask the gauge before they open. (Ines)\n5\t',
  });
  s.until(onMonday(14, 11));
  s.prompt(
    'I have begun the CHANGELOG, keep my line. You may migrate sluis-b now, lock 3 is closed until six. sluis-a only after the 18:40 passage.',
  );
  run(s, [
    {
      say: 'Lock 3 first, then. Stop, copy, convert, check, swap, start; the old file stays beside the new one.',
      calls: [
        bash(
          'ssh sluis-b "systemctl stop sluice && cp /srv/sluice/sluice.db /srv/sluice/sluice.before-utc.db && /srv/sluice/bin/python migrate_utc.py /srv/sluice/sluice.db"',
          'Migrate lock 3',
          'Failed to stop sluice.service: Interactive authentication required.',
          true,
        ),
      ],
    },
    {
      think: 'No sudo. She has to do that or allow. Ask? There may be the sluice user with doas. Check what is permitted.',
      calls: [
        bash(
          'ssh sluis-b "doas -n -l 2>&1 | head; groups"',
          'What may I do there',
          'permit nopass ines as root cmd /usr/local/bin/sluicectl\nines operators',
        ),
      ],
    },
    {
      say: 'There is `sluicectl` for exactly this.',
      calls: [
        bash(
          'ssh sluis-b "doas sluicectl stop && doas sluicectl run migrate_utc --keep-old && doas sluicectl start && doas sluicectl status"',
          'Migrate lock 3',
          'stopped\nreservations    331 → 331    all checks hold\nkept /srv/sluice/sluice.before-utc.db\nstarted\nsluice.service active, lock 3 state=shut gauge=-0.62 table=-0.61',
        ),
      ],
    },
    {
      say: 'Lock 3 runs on moments. Gauge and table agree to a centimetre, for the first time since Sunday.',
      calls: [bash('ssh sluis-b "tail -40 /var/log/sluice/gate-3.log"', 'Watch it for a while', quiet())],
    },
  ]);
  run(s, [
    {
      calls: [
        bash(
          'ssh sluis-b "grep -c disagree /var/log/sluice/gate-3.log; tail -90 /var/log/sluice/gate-3.log"',
          'Watch it longer',
          watch(3, 10, 150),
        ),
      ],
    },
    {
      say: 'Two hours without a word of disagreement. The screens next: what does a keeper see?',
      calls: [bash('curl -s "http://sluis-b:8000/locks/3/day/2026-03-30" | jq -c ".[]"', "The keepers' day", screen(3, 64))],
    },
    {
      calls: [
        bash(
          'curl -s "http://sluis-b:8000/locks/3/windows?draught=1.2&day=2026-03-31" | jq -c ".[]"',
          'Windows of tomorrow',
          '{"start":"2026-03-31 00:00","end":"2026-03-31 01:50"}\n{"start":"2026-03-31 06:20","end":"2026-03-31 14:10"}\n{"start":"2026-03-31 18:50","end":"2026-04-01 00:00"}',
        ),
        files.read('sluice/api.py'),
      ],
    },
  ]);
}

export function quiet(): string {
  return Array.from({ length: 24 }, (_, at) => {
    const moment = onMonday(13, 26) + at * 120_000;
    const height = (-0.62 + at * 0.012).toFixed(2);
    return `${local(moment).replace(' ', 'T')}:${String(between(`quiet ${at}`, 10, 59))}+02:00 sluice.gate INFO  tick state=shut gauge=${height} table=${(Number(height) + 0.01).toFixed(2)} ok`;
  }).join('\n');
}

/** The controller's log once gauge and table agree. */
export function watch(lock: number, hour: number, minutes: number): string {
  return `0\n${gateLog(lock, MONDAY + hour * 3_600_000, minutes, 0)}`;
}

/** Old text next to new, row by row. */
function carried(name: string, count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const moment = MONDAY + at * 67 * 60_000 + between(`carried ${name} ${at}`, 0, 5) * 600_000;
    return `${String(3980 + at)}  ${local(moment)}  →  ${wall(moment, 0).replace(' ', 'T')}Z  →  ${local(moment)}  same`;
  });
  return [...rows, `${count} rows, ${count} the same on the way back`].join('\n');
}

/** What the API sends to a screen, one passage per line. */
export function screen(lock: number, count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const moment = MONDAY + 24 * 3_600_000 + at * 21 * 60_000 + lock * 600_000;
    const vessel = pick(`screen ${lock} ${at}`, [
      'Maartje',
      'Noordster',
      'Zeeleeuw',
      'Trijntje',
      'Waterwolf',
      'Albatros',
      'Linquenda',
      'Eendracht',
    ]);
    return JSON.stringify({ vessel, slot: local(moment), moment: `${wall(moment, 0).replace(' ', 'T')}Z`, state: 'planned' });
  }).join('\n');
}

const SCRIPTS_DIFF = written('scripts.diff');

const MIGRATE = written('migrate_utc.py');
