import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { createKeeper } from './keeper.ts';

const ASKED = { id: 1, at: '2026-01-05T09:00:00Z', method: 'POST', url: 'https://host/v1', headers: [] };
const body = (text: string) => Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: text.repeat(20) }] }));

test('keeps a block once for all requests of a run', () => {
  const path = join(tempFolder(), 'requests.jsonl');
  const keeper = createKeeper(openSync(path, 'ax', 0o600));
  keeper.asked(ASKED, body('harbour'));
  keeper.asked({ ...ASKED, id: 2 }, body('harbour'));
  keeper.close();
  expect(readFileSync(path, 'utf8').match(/"type":"\w+"/g)).toEqual(['"type":"block"', '"type":"request"', '"type":"request"']);
});

test.runIf(existsSync('/dev/full'))('counts what a full disk does not take, and throws nothing', () => {
  const keeper = createKeeper(openSync('/dev/full', 'a'));
  keeper.asked(ASKED, body('harbour'));
  keeper.answered(ASKED, { status: 200, headers: [], firstByteMs: 1, ms: 2, end: 'complete' }, body('tide'));
  expect(keeper.lost()).toMatchObject({ lines: 2, why: expect.stringContaining('ENOSPC') });
});
