// One of several processes that append to one tape at once: `node many-writer.ts FOLDER NAME SINGLES BATCHES SIZE`. Prints the ids that it
// was given, one line for each write.
import { writeSync } from 'node:fs';
import { openTape } from '../open-tape.ts';
import { workspaceAt } from '../places.ts';

const [folder = '', name = '', singles = '0', batches = '0', size = '0'] = process.argv.slice(2);
const tape = openTape(workspaceAt(folder), { session: 'main', fork: null });
let count = 0;
const entry = () => {
  count += 1;
  return { kind: count % 3 === 0 ? 'tool_call' : 'message', payload: { by: name, count } };
};
const write = (entries: number): void => {
  const { ids } = tape.append(Array.from({ length: entries }, entry));
  writeSync(1, `${ids.join(' ')}\n`);
};
const each = Math.ceil(Number(singles) / (Number(batches) + 1));
for (let left = Number(singles), batch = 0; left > 0 || batch < Number(batches); batch++) {
  for (let turn = 0; turn < each && left > 0; turn++, left--) write(1);
  if (batch < Number(batches)) write(Number(size));
}
tape.close();
