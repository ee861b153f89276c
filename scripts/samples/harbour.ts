import { between, hex, pick, share } from './seeded.ts';

/** What the harbour's machines would print: tides, gauges, reservations, test runs. Numbers are invented, but follow from each other. */

const MINUTE = 60_000;

/** Height of the water in metres at a moment (epoch ms): two tides a day, a little wind. */
function height(moment: number): number {
  const minutes = moment / MINUTE;
  const moon = 1.21 * Math.cos(((minutes - 210) / 745.2) * 2 * Math.PI);
  const sun = 0.24 * Math.cos((minutes / 720) * 2 * Math.PI + 0.6);
  return 0.08 + moon + sun + 0.05 * Math.sin(minutes / 97);
}

const signed = (metres: number): string => (metres < 0 ? '-' : '+') + Math.abs(metres).toFixed(2);

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-03-29 04:10` on a clock that is `offset` hours ahead of UTC. */
export function wall(moment: number, offset: number): string {
  const shifted = new Date(moment + offset * 60 * MINUTE);
  return `${shifted.toISOString().slice(0, 10)} ${two(shifted.getUTCHours())}:${two(shifted.getUTCMinutes())}`;
}

/** Summer time in the harbour begins on 29 March 2026 at 01:00 UTC. */
const SUMMER = Date.UTC(2026, 2, 29, 1);

export function local(moment: number): string {
  return wall(moment, moment < SUMMER ? 1 : 2);
}

/** The published table: winter time all year, one reading every ten minutes. */
export function tideTable(from: number, hours: number): string {
  const head = [
    '# Hydrographic service, station 3107, old harbour',
    '# height in m against chart datum, times in MET (UTC+1) all year',
    'time,height',
  ];
  const rows = Array.from({ length: hours * 6 }, (_, at) => {
    const moment = from + at * 10 * MINUTE;
    return `${wall(moment, 1)},${signed(height(moment))}`;
  });
  return `${[...head, ...rows].join('\n')}\n`;
}

/** A moment of the day of the story, on the harbour's clock. */
export function onMonday(hours: number, minutes: number): number {
  return Date.UTC(2026, 2, 30, hours - 2, minutes);
}

const VESSELS = [
  'Maartje',
  'Noordster',
  'Zeeleeuw',
  'Trijntje',
  'Waterwolf',
  'Goede Verwachting',
  'Albatros',
  'Hoop op Zegen',
  'Linquenda',
  'Eendracht',
];

/** The controller's log: the gauge in the lock next to what the table says, and what the gate did. */
export function gateLog(lock: number, from: number, minutes: number, tableShift: number): string {
  const lines: string[] = [];
  for (let at = 0; at < minutes; at += 2) {
    const moment = from + at * MINUTE;
    const stamp = `${local(moment).replace(' ', 'T')}:${two(between(`log ${lock} ${moment}`, 0, 59))}${moment < SUMMER ? '+01:00' : '+02:00'}`;
    const gauge = signed(height(moment) + (share(`gauge ${moment}`) - 0.5) * 0.02);
    const table = signed(height(moment + tableShift * 60 * MINUTE));
    lines.push(
      `${stamp} sluice.gate INFO  tick lock=${lock} state=shut gauge=${gauge} table=${table} pump=${pick(`pump ${moment}`, ['idle', 'idle', 'idle', 'fill'])}`,
    );
    if (at % 46 === 20)
      lines.push(
        `${stamp} sluice.gate INFO  waiting lock=${lock} vessel="${pick(`v ${moment}`, VESSELS)}" turn_in=${between(`t ${moment}`, 3, 38)}min`,
      );
  }
  return lines.join('\n');
}

/** Rows as `sqlite3 -column` prints them. */
export function reservations(name: string, count: number, from: number, everyMinutes: number, stamp: (moment: number) => string): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const wanted = from + at * everyMinutes * MINUTE + between(`${name} ${at}`, 0, 5) * 10 * MINUTE;
    const slot = wanted + between(`${name} slot ${at}`, 0, 4) * 10 * MINUTE;
    const cells = [
      String(4100 + at).padEnd(5),
      pick(`${name} vessel ${at}`, VESSELS).padEnd(18),
      (1.4 + share(`${name} draught ${at}`) * 1.5).toFixed(1).padEnd(7),
      String(between(`${name} lock ${at}`, 1, 3)).padEnd(4),
      stamp(wanted).padEnd(21),
      stamp(slot).padEnd(21),
      pick(`${name} state ${at}`, ['planned', 'planned', 'planned', 'passed', 'cancelled']),
    ];
    return cells.join('  ');
  });
  const head = ['id   ', 'vessel            ', 'draught', 'lock', 'wanted               ', 'slot                 ', 'state'];
  return [head.join('  '), head.map((cell) => '-'.repeat(cell.length)).join('  '), ...rows].join('\n');
}

const TOPICS = ['opens', 'refuses', 'keeps', 'moves', 'asks', 'counts', 'plans', 'skips'];
const THINGS = [
  'the_first_ship',
  'a_full_lock',
  'low_water',
  'the_night_shift',
  'a_cancelled_slot',
  'two_ships',
  'a_missing_reading',
  'the_last_window',
  'a_long_tow',
  'a_late_skipper',
];
const TIMES = ['at_dawn', 'at_slack_water', 'after_midnight', 'in_spring_tide', 'in_neap_tide', 'on_a_sunday', 'twice', 'without_a_table'];

/** Names of the tests that have been there for years. */
function oldTests(file: string, count: number): string[] {
  const names = new Set<string>();
  for (let at = 0; names.size < count; at += 1) {
    names.add(`test_${pick(`${file} a ${at}`, TOPICS)}_${pick(`${file} b ${at}`, THINGS)}_${pick(`${file} c ${at}`, TIMES)}`);
  }
  return [...names].map((name) => `tests/${file}::${name}`);
}

const SUITES: [file: string, count: number][] = [
  ['test_api.py', 18],
  ['test_clock.py', 6],
  ['test_gate.py', 16],
  ['test_importer.py', 8],
  ['test_notify.py', 9],
  ['test_report.py', 6],
  ['test_schedule.py', 19],
  ['test_store.py', 11],
  ['test_window.py', 14],
];

/** A run of `pytest -v`. `extra` are new tests, `failed` maps a test to the lines of its failure. */
export function pytest(extra: string[] = [], failed: Record<string, string> = {}, only?: RegExp): string {
  const all = [...SUITES.flatMap(([file, count]) => oldTests(file, count)), ...extra].filter((name) => only?.test(name) ?? true).sort();
  const rows = all.map((name, at) => {
    const share = `${Math.round(((at + 1) / all.length) * 100)}%`.padStart(4);
    return `${name} ${name in failed ? 'FAILED' : 'PASSED'} [${share}]`;
  });
  const broken = all.filter((name) => name in failed);
  const failures = broken.flatMap((name) => ['', `____ ${name.split('::')[1]} ____`, '', failed[name] ?? '']);
  const seconds = (0.4 + all.length * 0.021).toFixed(2);
  const sum = broken.length > 0 ? `${broken.length} failed, ${all.length - broken.length} passed` : `${all.length} passed`;
  const head = [
    '============================= test session starts =============================',
    'platform linux -- Python 3.12.3, pytest-8.3.4',
    `collected ${all.length} items`,
    '',
  ];
  const report =
    broken.length > 0 ? ['', '================================== FAILURES ==================================', ...failures] : [];
  return [...head, ...rows, ...report, '', `============== ${sum} in ${seconds}s ==============`].join('\n');
}

const AUTHORS = ['Ines Okker', 'Bram Veldt', 'Ines Okker', 'Saskia Noor'];

/** `git blame` of a file: who last touched each line. */
export function blame(path: string, content: string): string {
  return content
    .trimEnd()
    .split('\n')
    .map((line, at) => {
      const block = Math.floor(at / 7);
      const author = pick(`blame ${path} ${block}`, AUTHORS).padEnd(11);
      const day = `20${between(`year ${path} ${block}`, 23, 25)}-${two(between(`month ${path} ${block}`, 1, 12))}-${two(between(`day ${path} ${block}`, 1, 28))}`;
      return `${hex(`${path} ${block}`, 8)} (${author} ${day} ${String(at + 1).padStart(3)}) ${line}`;
    })
    .join('\n');
}
