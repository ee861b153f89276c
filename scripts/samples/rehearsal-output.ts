import { local } from './harbour.ts';
import { between, share } from './seeded.ts';
import { written } from './written.ts';

/** What the tools print and write in the third part. */

export const HOUR = 3_600_000;
export function day(month: number, date: number): number {
  return Date.UTC(2026, month - 1, date);
}

/** One line per opening: what the old gate did and what the new one would do. */
export function decisions(name: string, from: number, count: number, different: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const moment = from + at * 3.6 * HOUR + between(`${name} ${at}`, 0, 17) * 600_000;
    const table = (share(`${name} height ${at}`) * 1.4 - 0.1).toFixed(2);
    const odd = different > 0 && at === Math.floor(count * 0.34);
    const gauge = (Number(table) + (odd ? 0.17 : (share(`${name} gauge ${at}`) - 0.5) * 0.06)).toFixed(2);
    return `${local(moment)}  table +${table}  gauge +${gauge}  old open  new ${odd ? 'REFUSED (disagree)' : 'open'}`.replaceAll('+-', '-');
  });
  return [...rows, `${count} openings, ${different} different`].join('\n');
}

/** Openings since the change: with the old table half of them contradict the gauge; imported again, four lack water. */
export function after(imported: 'as it was' | 'anew'): string {
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

export const COPY =
  'copy/a:\ntotal 48212\n-rw-r----- 1 ines ines  3117056 Mar 30 11:05 sluice.db\ndrwxr-xr-x 2 ines ines    20480 Mar 30 11:05 log\ndrwxr-xr-x 2 ines ines    32768 Mar 30 11:05 tides\n\ncopy/b:\ntotal 11840\n-rw-r----- 1 ines ines   884736 Mar 30 11:05 sluice.db\ndrwxr-xr-x 2 ines ines    12288 Mar 30 11:05 log';

export const EVERY_DAY_TESTS = [
  'shifts_are_kept_on_every_day',
  'text_and_moment_agree_on_every_day',
  'days_follow_each_other_without_a_gap',
].map((name) => `tests/test_every_day.py::test_${name}`);

export const FALSIFYING =
  '>       assert clock.parse_local(clock.format_local(moment)) == moment\nE       AssertionError: assert datetime(2026, 10, 25, 0, 10, tzinfo=utc) == datetime(2026, 10, 25, 1, 10, tzinfo=utc)\nE       Falsifying example: test_text_and_moment_agree_on_every_day(\nE           moment=datetime(2026, 10, 25, 1, 10, tzinfo=utc),\nE       )\n\ntests/test_every_day.py:34: AssertionError';

export const EVERY_DAY = written('test_every_day.py');

export const REHEARSE = written('rehearse.py');
