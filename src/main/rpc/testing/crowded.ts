// A host in a process with few open files: tells as JSON what it answers while none is left, and after that.
import { closeSync, openSync } from 'node:fs';
import { openEngine } from '../../engine/open.ts';
import { createDispatch } from '../dispatch.ts';

const [home = '', log = '', other = ''] = process.argv.slice(2);
const still = new AbortController().signal;
const bugs: string[] = [];

const { engine, handlers } = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
const dispatch = createDispatch({ handlers, readOnly: false, onBug: (method, thrown) => void bugs.push(`${method}: ${String(thrown)}`) });
const opened = await dispatch('library.open', { paths: [log] }, still);
await engine.ingest.idle();
const tape = opened.ok ? (opened.value as { tapes: { id: string }[] }).tapes[0]?.id : undefined;

const calls: [string, unknown][] = [
  ['library.open', { paths: [other] }],
  ['entries.get', { tape, seq: 1 }],
  ['views.messages', { tape, next: true }],
  ['entries.previews', { tape, seqs: [1] }],
  ['search.run', { query: 'boat' }],
  ['tapes.get', { tape }],
  ['settings.set', { theme: 'dark' }],
  ['refs.set', { tape, name: 'here', seq: 1 }],
  ['files.browse', { path: home }],
];
const askAll = async (): Promise<string[]> => {
  const told: string[] = [];
  for (const [method, input] of calls) {
    const answer = await dispatch(method, input, still);
    told.push(answer.ok ? `${method}: ok` : `${method}: ${answer.error.code}: ${answer.error.message}`);
  }
  return told;
};

const taken: number[] = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {
  // None is left.
}
const crowded = await askAll();
for (const file of taken) closeSync(file);
const free = await askAll();
const { note } = engine;
await engine.close();
console.log(JSON.stringify({ crowded, free, bugs, note }));
