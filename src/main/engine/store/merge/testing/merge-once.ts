// Run as a process of its own by tests that end it in the middle: merges forks of the main tape of the workspace whose folder is named first.
import { openTape } from '../../open-tape.ts';
import { workspaceAt } from '../../places.ts';
import { mergeForks } from '../merge.ts';

const [folder = '', ...names] = process.argv.slice(2);
const tape = openTape(workspaceAt(folder), { session: 'main', fork: null });
process.stdout.write('ready\n');
try {
  await mergeForks(tape, {
    names,
    order: 'time',
    dedup: 'digest',
    onConflict: 'keep-both',
    insightsOnly: false,
    gate: null,
    head: null,
    who: 'mia',
  });
  process.stdout.write('merged\n');
} catch (error) {
  process.stdout.write(`failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  tape.close();
}
