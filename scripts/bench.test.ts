import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { environmentIn } from '../bench/environment.ts';
import { abouts } from '../src/main/engine/formats/abouts.ts';

const BENCH = join(import.meta.dirname, '../bench');

test('a benchmark looks for logs below its own folder only, whatever the environment names', () => {
  const names = [
    'CLAUDE_CONFIG_DIR',
    'CODEX_HOME',
    'BUB_HOME',
    'TAPE_HOME',
    'XDG_DATA_HOME',
    'GEMINI_CLI_HOME',
    'QWEN_HOME',
    'COPILOT_HOME',
  ];
  for (const name of names) vi.stubEnv(name, '/home/me/private');
  vi.stubEnv('NODE_COMPILE_CACHE', '/home/me/cache');
  const env = environmentIn('/tmp/bench');
  const places = abouts.flatMap((about) => about.roots(env, env.HOME ?? '').map(({ path }) => path));
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((path) => !path.startsWith('/tmp/bench'))).toEqual([]);
  expect(env).not.toHaveProperty('NODE_COMPILE_CACHE');
  vi.unstubAllEnvs();
});

test('no benchmark passes on the environment of whoever measures', () => {
  const passing = readdirSync(BENCH).filter((file) => readFileSync(join(BENCH, file), 'utf8').includes('...process.env'));
  expect(passing).toEqual([]);
});
