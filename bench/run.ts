// `npm run bench`: all benchmarks one after the other, one table. --quick shows that they work; --only NAME runs one of them;
// --json prints {machine, rows} and nothing else; --markdown prints the table as README has it.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { type Bench, type BenchRow, formatMarkdown, formatTable, machineLine, verdict } from './report.ts';

const BENCHES: Record<string, () => Promise<{ run: Bench }>> = {
  ingest: () => import('./ingest.ts'),
  adapters: () => import('./adapters.ts'),
  peak: () => import('./peak.ts'),
  library: () => import('./library.ts'),
  drawn: () => import('./drawn.ts'),
  frames: () => import('./frames.ts'),
  keys: () => import('./keys.ts'),
  live: () => import('./live.ts'),
  growing: () => import('./growing.ts'),
  view: () => import('./view.ts'),
  ahead: () => import('./ahead.ts'),
  printed: () => import('./printed.ts'),
  search: () => import('./search.ts'),
  memory: () => import('./memory.ts'),
  compare: () => import('./compare.ts'),
  changes: () => import('./changes.ts'),
  store: () => import('./store.ts'),
  graph: () => import('./graph.ts'),
  residency: () => import('./residency.ts'),
  why: () => import('./why.ts'),
  float: () => import('./float.ts'),
  relay: () => import('./relay.ts'),
  cli: () => import('./cli.ts'),
};

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const names = Object.keys(BENCHES).filter((name) => values.only === undefined || name === values.only);
if (names.length === 0) {
  console.error(`bench: there is no benchmark "${values.only}". There are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}

const here = async (name: string): Promise<BenchRow[]> => {
  const bench = await BENCHES[name]?.();
  return bench ? bench.run({ quick: values.quick }) : [];
};

/** In a process of its own: what one leaves in memory makes it slow to start `node -e 0` or grep, and so flatters whoever comes next. */
const apart = (name: string): BenchRow[] => {
  const words = [import.meta.filename, '--only', name, '--json', ...(values.quick ? ['--quick'] : [])];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })).rows;
};

const rows: BenchRow[] = [];
const broken: string[] = [];
for (const name of names) {
  if (process.stderr.isTTY) console.error(`bench: ${name} …`);
  try {
    rows.push(...(names.length > 1 ? apart(name) : await here(name)));
  } catch (failure) {
    broken.push(name);
    console.error(`bench: ${name} failed:`, failure);
  }
}

const machine = machineLine();
if (values.json) console.log(JSON.stringify({ machine, quick: values.quick, rows: rows.map((row) => ({ ...row, kept: verdict(row) })) }));
else {
  console.log(values.markdown ? formatMarkdown(rows) : formatTable(rows));
  const missed = rows.filter((row) => verdict(row) === false).length;
  const held = rows.filter((row) => verdict(row) === true).length;
  console.log(`\n${machine}. Medians${values.quick ? ' of a quick run: no figures to quote' : ''}.`);
  console.log(`${held} targets kept, ${missed} missed${broken.length > 0 ? `, not run: ${broken.join(', ')}` : ''}.`);
}
// A missed target is a figure to look at, and a noisy machine misses some; a benchmark that does not run is a defect.
process.exitCode = broken.length > 0 ? 1 : 0;
