// A process of its own that appends to the tape in the workspace folder given: `store.ts` measures when a reader sees it.
import { setTimeout } from 'node:timers/promises';
import { openTape } from '../src/main/engine/store/open-tape.ts';
import { workspaceAt } from '../src/main/engine/store/places.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const tape = openTape(workspaceAt(folder), { session: 'main', fork: null });
for (let made = 0; made < Number(count); made++) {
  // The clock of hrtime counts from the same moment in every process of a machine.
  tape.append([{ kind: 'event', payload: { name: 'tick', data: { written: String(process.hrtime.bigint()) } } }]);
  await setTimeout(4);
}
tape.close();
