import { CWD, SLUG, VERSION } from './claude-main.ts';
import { ClaudeWriter } from './claude-writer.ts';
import { bash } from './files.ts';
import { uuid } from './seeded.ts';

/** A session that was being written when the power failed, twice. Every kind of damage that the reader knows is in it once. */

export function brokenSession(): Map<string, string> {
  const session = uuid('broken session');
  const s = new ClaudeWriter({
    name: 'broken',
    session,
    cwd: CWD,
    branch: 'main',
    version: VERSION,
    model: 'claude-sonnet-4-5-20250929',
    start: Date.UTC(2026, 3, 2, 16, 12),
    overhead: 15_400,
  });
  story(s);
  return new Map([[`${SLUG}/${session}.jsonl`, damage(s.records.map((record) => JSON.stringify(record)))]]);
}

function story(s: ClaudeWriter): void {
  s.prompt("The lock house loses power now and then. Why does the controller of lock 3 come back with yesterday's plan?");
  const look = (say: string | null, command: string, description: string, output: string, failed = false) =>
    s.step(
      say === null ? { calls: [bash(command, description, output, failed)] } : { say, calls: [bash(command, description, output, failed)] },
    );
  look(
    'I look at what it does when it starts.',
    'ssh sluis-b cat /srv/sluice/bin/open_day',
    'Read the start script',
    '#!/bin/sh\nexec sluice open --lock "$1" --plan /srv/sluice/plan.json',
  );
  look(
    null,
    'ssh sluis-b ls -l --time-style=full-iso /srv/sluice',
    'When were its files written',
    'plan.json      2026-04-01 04:00:03\nplan.json.tmp  2026-04-02 04:00:02\nsluice.db      2026-04-02 15:58:41',
  );
  look(
    'There is a temporary file newer than the plan: the plan is written beside and renamed, and the renaming is missing.',
    'grep -n "plan.json" -r sluice deploy',
    'Who writes the plan',
    'deploy/sluice.service:11:ExecStartPre=/srv/sluice/bin/sluice plan --all --out /srv/sluice/plan.json\nsluice/plan_file.py:19:    os.replace(temporary, path)',
  );
  look(
    null,
    'sed -n "1,30p" sluice/plan_file.py',
    'Read the writer',
    'def write(path, plan):\n    temporary = f"{path}.tmp"\n    with open(temporary, "w") as out:\n        json.dump(plan, out)\n    os.replace(temporary, path)',
  );
  look(
    'The file is replaced without being flushed to the disk first. After a cut the name may point to the old file, or to an empty one.',
    'ssh sluis-b "journalctl -k --since today | grep -iE \'ext4|power\'"',
    'What the kernel says',
    'kernel: EXT4-fs (sda2): recovery complete\nkernel: EXT4-fs (sda2): mounted filesystem with ordered data mode',
  );
  s.prompt('Then flush it. And the folder too.');
  look(
    'Both, the file before the rename and the folder after it.',
    'pytest -q tests/test_plan_file.py',
    'Run the tests',
    '1 failed, 3 passed in 0.31s',
    true,
  );
  look(null, 'pytest -q tests/test_plan_file.py', 'Run them again', '4 passed in 0.29s');
  look(
    'A test that pulls the plug: it stops the writer at each of its steps and reads what is left.',
    'pytest -q tests/test_power.py',
    'Run the new test',
    '12 passed in 1.02s',
  );
  look(
    null,
    'git commit -qam "Flush the plan and its folder before it counts as written" && git log --oneline -1',
    'Commit',
    'b8d2f06 Flush the plan and its folder before it counts as written',
  );
  s.step({
    say: 'After a power cut there is now either the whole old plan or the whole new one, and the newer one wins if it is whole. The lock house has just lost power again while I wrote this; my own notes of the last minutes may be damaged.',
  });
  s.prompt('They were. Thank you.');
}

/** Breaks single lines; all others stay as they are. */
function damage(all: string[]): string {
  const out: string[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at] ?? '';
    const next = all[at + 1] ?? '';
    if (at === 6) {
      out.push(line + next);
      at += 1;
    } else if (at === 11) out.push('\0'.repeat(512) + line);
    else if (at === 14) {
      out.push(line.slice(0, 130) + next);
      at += 1;
    } else if (at === 18) out.push('kernel: EXT4-fs (sda2): recovery complete', line);
    else if (at === 21) out.push(line, '', '{"type":"power-report","volts":211,"sessionId":"lock-house"}');
    else if (at === 24) out.push(line.slice(0, 210));
    else if (at === 27) out.push('404', line);
    else out.push(line);
  }
  const last = out.pop() ?? '';
  return `${out.join('\n')}\n${last.slice(0, Math.floor(last.length * 0.6))}`;
}
