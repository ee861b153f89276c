// A process of its own that reads the paths given into a new catalog in the folder given: structure, then the full text. Prints the most memory
// that it had after each, threads and all.
import { readFileSync } from 'node:fs';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';

const KILO = 1024;

/** Bytes at the peak. Linux says it of this process alone; what `resourceUsage` says there may be its parent's. */
const peak = (): number => {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * KILO;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * KILO;
};

const [home = '', ...paths] = process.argv.slice(2);
const store = openCatalog(home);
const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
await ingest.open(paths, { text: false });
const structure = peak();
await ingest.open(paths);
await ingest.idle();
console.log(JSON.stringify({ structure, text: peak() }));
await ingest.close();
store.close();
