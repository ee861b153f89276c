import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, test } from 'vitest';
import { asked } from '../engine/formats/otel/testing/traces.ts';
import { openShell, TAPE } from './testing/shell.ts';

test('what programs send to tape receive are tapes that can be read while it runs', async () => {
  const shell = openShell();
  const receiver = spawn(process.execPath, [TAPE, 'receive', '--port', '0', '--json'], { env: shell.env });
  const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await lines.next()).value)) as { url: string; folder: string; kept: number; files: string[] };
  try {
    const { url, folder } = await next();
    const headers = { 'content-type': 'application/json' };
    for (const messages of [['user: one'], ['user: one', 'assistant: uno', 'user: two']]) {
      const body = JSON.stringify(asked(`a${messages.length}`, messages, 'uno'));
      expect((await fetch(`${url}/v1/traces`, { method: 'POST', headers, body })).status).toBe(200);
      const { kept, files } = await next();
      expect([kept, files]).toEqual([1, [expect.stringContaining(join(folder, 'trace-'))]]);
      const { out } = await shell.tape('view', ...files, '--step', messages.length === 1 ? '1' : '2', '--json');
      expect(JSON.parse(out)).toMatchObject({ evidence: { state: 'recorded' }, blocks: messages.map(() => ({})) });
    }
  } finally {
    receiver.kill('SIGINT');
    expect(await once(receiver, 'exit')).toEqual([0, null]);
  }
});
