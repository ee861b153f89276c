// A process of its own that appends to a native tape: `node native-writer.ts FOLDER SESSION FORK COUNT`, FORK may be empty. One write per
// entry, so that whoever follows has to notice each.
import { openTape } from '../store/open-tape.ts';
import { workspaceAt } from '../store/places.ts';

const [folder = '', session = '', fork = '', count = '1'] = process.argv.slice(2);
const tape = openTape(workspaceAt(folder), { session, fork: fork === '' ? null : fork }, { create: fork === '' });
for (let at = 1; at <= Number(count); at++) tape.append([{ payload: { role: 'user', content: `from another process, ${at}` } }]);
tape.close();
