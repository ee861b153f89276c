import { FOLDER, LIST } from '../listed-bodies.ts';

/**
 * A plugin of OpenCode that writes down the body of each request to a model as it is sent, and of its answer as it came. It hands both on untouched:
 * of an answer it reads a copy, in its own time, and a full disk is no fault of the agent's.
 */
export const PLUGIN = `import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.${FOLDER};
let count = 0;
const list = (row) => appendFileSync(join(folder, '${LIST}'), JSON.stringify(row) + '\\n', { mode: 0o600 });

/** Asks of a model are told by what all APIs have in them. */
const isAsk = (body) => {
  try {
    const { messages, input, contents } = JSON.parse(body);
    return [messages, input, contents].some(Array.isArray);
  } catch {
    return false;
  }
};
const begun = (body) => {
  try {
    if (typeof body !== 'string' || !isAsk(body)) return null;
    count += 1;
    const name = process.pid + '-' + String(count).padStart(6, '0');
    writeFileSync(join(folder, name + '.request.json'), body, { mode: 0o600 });
    list({ name, file: name + '.request.json', at: Date.now() });
    return name;
  } catch {
    return null;
  }
};
const ended = async (name, copy) => {
  try {
    writeFileSync(join(folder, name + '.response.txt'), await copy.text(), { mode: 0o600 });
    list({ name, ended: Date.now() });
  } catch {}
};

if (folder) {
  const before = globalThis.fetch;
  const recording = async (input, init) => {
    const name = begun(init?.body);
    const answer = await before(input, init);
    if (name !== null)
      try {
        void ended(name, answer.clone());
      } catch {}
    return answer;
  };
  globalThis.fetch = Object.assign(recording, before);
}

export const Record = async () => ({});
`;
