// Looks at a tape that it may not write: `node reader.ts FOLDER`. The superuser may write anywhere, so it becomes nobody first, with all
// modules loaded, since nobody may not read them everywhere. Prints one JSON object.
import Database from 'better-sqlite3';
import { openTape } from '../open-tape.ts';
import { workspaceAt } from '../places.ts';
import { verifyTape } from '../verify.ts';

const [folder = ''] = process.argv.slice(2);
new Database(':memory:').close();
if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(65534);
  process.setuid?.(65534);
}
const sentence = (work: () => unknown): string => {
  try {
    work();
    return 'it was done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${error.code}: ${error.message}` : String(error);
  }
};
const main = { session: 'main', fork: null };
const tape = openTape(workspaceAt(folder), main);
const other = (): unknown => openTape(workspaceAt(folder), { session: 'other', fork: null }, { create: true });
const found = {
  notes: tape.notes,
  ids: tape.entries({}).map(({ id }) => id),
  hits: tape.search('灯台', {}).map(({ entry }) => entry.id),
  anchors: tape.anchors().map(({ name }) => name),
  appended: sentence(() => tape.append([{ payload: 'more' }])),
  handedOver: sentence(() => tape.handoff({ name: 'on' })),
  begun: sentence(other),
  clean: verifyTape(workspaceAt(folder), main).ok,
};
tape.close();
console.log(JSON.stringify(found));
