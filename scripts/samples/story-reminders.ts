import { fileURLToPath } from 'node:url';
import { CodexWriter, type Turn } from './codex-writer.ts';
import { Files } from './files.ts';
import { reservations } from './harbour.ts';
import { uuid } from './seeded.ts';
import { written } from './written.ts';

/** A week before the main sample: Codex looks for what wakes skippers at night. */

const CWD = '/home/ines/src/sluice';
const START = Date.UTC(2026, 2, 23, 18, 12, 40);

const INSTRUCTIONS =
  'You are a coding agent that works in a terminal on the user’s machine. Read before you change. Keep patches small, run the tests that cover them, and say plainly what you did and what you did not check. Ask before you do what cannot be undone.';

const RULES = (files: Files): string =>
  `# AGENTS.md instructions for ${CWD}\n\n<INSTRUCTIONS>\n${files.content('CLAUDE.md')}\n</INSTRUCTIONS>`;

const ENVIRONMENT = `<environment_context>\n  <cwd>${CWD}</cwd>\n  <shell>zsh</shell>\n  <current_date>2026-03-23</current_date>\n  <timezone>Europe/Amsterdam</timezone>\n</environment_context>`;

const PERMISSIONS =
  '<permissions instructions>\nThe sandbox permits reading files, and writing below the working directory. Network access is off. Ask for approval before a command that needs more.\n</permissions instructions>';

const SUMMARY =
  'The user wants skippers not to be woken by reminders. Cause: `reminder_at` in `sluice/notify.py` has the rule for the night (22:00 to 07:00), and nothing calls it: `scripts/mail_skippers.py` mails as soon as a slot is less than an hour away. Agreed rule: a reminder that would fall into the night is sent at 21:30 the evening before, and a slot that was booked after that gets none. Done: `reminder_at` answers a moment or None; `clock.on_evening_before` is new. Not done: tests, also for the night in which an hour is missing; the script still has a rule of its own.';

/** The rollout, by its path below the folder of Codex. */
export function remindersRollout(): Map<string, string> {
  const files = new Files(CWD, fileURLToPath(new URL('./sluice', import.meta.url)));
  const session = uuid('reminders').replace(/-4/, '-7');
  const s = new CodexWriter({ name: 'reminders', session, cwd: CWD, model: 'gpt-5.5', start: START, instructions: INSTRUCTIONS });
  s.tell('developer', PERMISSIONS);
  s.tell('user', RULES(files));
  s.tell('user', ENVIRONMENT);
  look(s, files);
  change(s);
  s.compact(SUMMARY);
  finish(s, files);
  const content = s.records.map((record) => `${JSON.stringify(record)}\n`).join('');
  return new Map([[`sessions/2026/03/23/rollout-2026-03-23T19-12-40-${session}.jsonl`, content]]);
}

const run = (s: CodexWriter, turns: readonly Turn[]): void => {
  for (const turn of turns) s.answer(turn);
};

const cat = (files: Files, path: string): NonNullable<Turn['acts']>[number] => ({ command: `cat ${path}`, output: files.content(path) });

function look(s: CodexWriter, files: Files): void {
  s.prompt(
    'The skipper of the Noordster rang me at six. Our reminder for his passage woke him at ten to five. There is a rule for the night, I wrote it myself. Find out why it did not hold, and change nothing yet.',
  );
  run(s, [
    {
      think: '**Looking for the rule**\n\nReminders are in notify.py by the README. I read it and who calls it.',
      say: 'I read the rule first, and then everything that asks it for a time.',
      acts: [cat(files, 'sluice/notify.py'), { command: "rg -n 'reminder_at|confirmation' --type py", output: CALLERS }],
    },
    {
      say: 'Nobody calls `reminder_at`. The script that mails has to get its time from somewhere else.',
      acts: [{ command: 'cat scripts/mail_skippers.py', output: written('mail_skippers.py') }, cat(files, 'sluice/clock.py')],
    },
    {
      think: '**Reconstructing the night**\n\nslot < now + 1h: for a slot at 05:50 that is true from 04:50 on.',
      say: 'Now that night itself: what was booked, and what was sent.',
      acts: [
        {
          command: 'sqlite3 -column copy.db "select * from reservation where slot like \'2026-03-23%\' order by slot"',
          output: reservations('reminders', 18, Date.UTC(2026, 2, 22, 22), 40, (moment) =>
            new Date(moment + 3_600_000).toISOString().slice(0, 16).replace('T', ' '),
          ),
        },
        { command: 'grep -n reminder logs/mail-2026-03-23.log', output: SENT },
      ],
    },
    {
      say: 'Your rule was never asked. `reminder_at` moves a reminder out of the night, but nothing calls it: `scripts/mail_skippers.py` runs every ten minutes and mails each ship whose slot is less than an hour away, at any hour. The Noordster had 05:50, so the mail went out at 04:50. Since January that was so for 31 reminders between 22:00 and 07:00. And the rule would not have helped: it moves such a reminder to twenty minutes before the passage, which is as much night as before.',
    },
  ]);
}

function change(s: CodexWriter): void {
  s.wait(260);
  s.prompt(
    'So much for my rule. Send those at half past nine the evening before. Who books after that knows about it anyway and needs none.',
  );
  run(s, [
    {
      think: '**Where the evening is computed**\n\nOnly clock.py knows time zones, so the evening before belongs there.',
      say: 'The evening before is a question about the clock, so it goes into `clock.py`.',
      acts: [
        { patch: PATCH_CLOCK, output: DONE('sluice/clock.py') },
        { patch: PATCH_NOTIFY, output: DONE('sluice/notify.py') },
      ],
    },
    { acts: [{ command: 'pytest -q', output: '.................................                       [100%]\n33 passed in 0.97s' }] },
    {
      say: 'The tests pass, because none of them asks about reminders. The script is not changed yet: it still has its own rule.',
    },
  ]);
}

function finish(s: CodexWriter, files: Files): void {
  s.wait(75);
  s.prompt('Go on with the script. And the night of Sunday, when an hour is missing: which evening is that?');
  run(s, [
    {
      say: 'I write the tests first, with that Sunday in them.',
      acts: [
        { patch: PATCH_TESTS, output: DONE('tests/test_notify.py', 'A') },
        { command: 'pytest -q tests/test_notify.py', output: FAILING, failed: true },
      ],
    },
    {
      think:
        '**The missing hour**\n\nSubtracting a day from an aware datetime keeps the wall clock in Python, so the evening is right; my expectation in the test used UTC.',
      say: 'My test was wrong and not the rule: half past nine on Saturday is before the change of clocks, so it is UTC+1 and not UTC+2.',
      acts: [
        { patch: PATCH_EXPECT, output: DONE('tests/test_notify.py') },
        {
          command: 'pytest -q tests/test_notify.py',
          output: '.....                                               [100%]\n5 passed in 0.12s',
        },
      ],
    },
    { acts: [cat(files, 'sluice/store.py')] },
    {
      acts: [
        { patch: PATCH_MAILER, output: DONE('scripts/mail_skippers.py') },
        {
          command: 'pytest -q && mypy sluice',
          output:
            '......................................                  [100%]\n38 passed in 1.20s\nSuccess: no issues found in 11 source files',
        },
      ],
    },
    {
      say: 'Done. A reminder that would fall between 22:00 and 07:00 is sent at 21:30 the evening before, in harbour time; a passage that is booked later than that gets none. On the night of 29 March that is Saturday, 21:30, UTC+1. I ran all 38 tests and mypy. I mailed nothing, and I did not change the store: it does not keep when a passage was booked, so the script takes the time at which it first saw the reservation.',
    },
  ]);
  s.wait(52);
  s.prompt('Good. Put it on a branch for now: it goes out after Easter, when I have told them.');
  run(s, [
    {
      acts: [
        {
          command:
            'git switch -c reminders-at-night && git commit -qam "Send reminders for the night on the evening before" && git switch main',
          output: "Switched to a new branch 'reminders-at-night'\nSwitched to branch 'main'",
        },
      ],
    },
    { say: 'It is one commit on `reminders-at-night`. `main` is as it was.' },
  ]);
}

const CALLERS = `sluice/notify.py:13:def confirmation(reservation: Reservation) -> str:
sluice/notify.py:18:def reminder_at(reservation: Reservation) -> datetime:
scripts/mail_skippers.py:20:        mail.sendmail("sluis@oudehaven.example", row["skipper"], notify.confirmation(store._reservation(row)))`;

const SENT = `12:2026-03-23 03:50:02 reminder 4107 Zeeleeuw slot 04:50
14:2026-03-23 04:50:01 reminder 4108 Noordster slot 05:50
19:2026-03-23 05:30:02 reminder 4111 Albatros slot 06:30`;

const DONE = (path: string, mark = 'M'): string =>
  JSON.stringify({ output: `Success. Updated the following files:\n${mark} ${path}\n`, metadata: { exit_code: 0, duration_seconds: 0.0 } });

const PATCH_CLOCK = `*** Begin Patch
*** Update File: sluice/clock.py
@@
 def local_hour(moment: datetime) -> float:
+
+
+def on_evening_before(moment: datetime, hour: int, minute: int) -> datetime:
+    """That time on the harbour's clock, on the evening before the night of a moment."""
+    local = moment.astimezone(HARBOUR)
+    day = local.date() if local.hour >= 22 else local.date() - timedelta(days=1)
+    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=HARBOUR)
*** End Patch`;

const PATCH_NOTIFY = `*** Begin Patch
*** Update File: sluice/notify.py
@@
-def reminder_at(reservation: Reservation) -> datetime:
-    """An hour before the slot, but not in the quiet hours."""
+def reminder_at(reservation: Reservation, booked: datetime) -> datetime | None:
+    """An hour before the slot; the evening before where that is in the quiet hours, and never where it was booked later than that."""
     moment = reservation.slot - timedelta(hours=1)
     hour = clock.local_hour(moment)
     if hour >= QUIET[0] or hour < QUIET[1]:
-        return reservation.slot - timedelta(minutes=20)
+        evening = clock.on_evening_before(moment, 21, 30)
+        return evening if booked < evening else None
     return moment
*** End Patch`;

const PATCH_TESTS = `*** Begin Patch
*** Add File: tests/test_notify.py
+from sluice import clock
+from sluice.notify import reminder_at
+from tests.ships import booked
+
+
+def test_a_reminder_by_day_comes_an_hour_before():
+    assert reminder_at(*booked("2026-03-24 14:00")) == clock.parse_local("2026-03-24 13:00")
+
+
+def test_one_for_the_night_comes_the_evening_before():
+    assert reminder_at(*booked("2026-03-24 05:10")) == clock.parse_local("2026-03-23 21:30")
+
+
+def test_who_books_in_the_night_gets_none():
+    assert reminder_at(*booked("2026-03-24 05:10", at="2026-03-23 22:40")) is None
+
+
+def test_the_night_that_lacks_an_hour_has_its_evening():
+    found = reminder_at(*booked("2026-03-29 04:10"))
+    assert found.utcoffset().total_seconds() == 7200
*** End Patch`;

const PATCH_EXPECT = `*** Begin Patch
*** Update File: tests/test_notify.py
@@
-    assert found.utcoffset().total_seconds() == 7200
+    assert found == clock.parse_local("2026-03-28 21:30")
+    assert found.utcoffset().total_seconds() == 3600
*** End Patch`;

const PATCH_MAILER = `*** Begin Patch
*** Update File: scripts/mail_skippers.py
@@
-    soon = clock.format_local(clock.now() + timedelta(hours=1))
     rows = store.db.execute("SELECT * FROM reservation WHERE reminded = 0").fetchall()
-    return [r for r in rows if r["slot"] < soon and r["state"] == "planned"]
+    planned = [store._reservation(row) for row in rows if row["state"] == "planned"]
+    times = [(one, notify.reminder_at(one, seen(one))) for one in planned]
+    return [one for one, moment in times if moment is not None and moment <= clock.now()]
*** End Patch`;

const FAILING = `...F                                                [100%]
=================================== FAILURES ===================================
______________ test_the_night_that_lacks_an_hour_has_its_evening _______________
    def test_the_night_that_lacks_an_hour_has_its_evening():
        found = reminder_at(*booked("2026-03-29 04:10"))
>       assert found.utcoffset().total_seconds() == 7200
E       assert 3600.0 == 7200
1 failed, 3 passed in 0.11s`;
