import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FormatRow } from '../../../shared/model/index.ts';
import { DEEDS } from '../../../shared/model/vocabulary.ts';
import { defaultSettings } from '../app/settings.ts';
import { tempFolder } from '../testing/files.ts';
import { abouts, refusal } from './abouts.ts';
import { formats } from './index.ts';
import { formatRows, foundIn } from './rows.ts';

const placed = (home: string, logs = {}, env = {}) => ({ settings: { ...defaultSettings(env, home), logs }, env, home });

it('there is one row of facts for each format that is read, under the same id', () => {
  expect(abouts.map(({ id }) => id).sort()).toEqual(
    formats()
      .map(({ id }) => id)
      .sort(),
  );
  const rows = formatRows(placed('/home/ada'));
  for (const row of rows) FormatRow.parse(row);
  // Nothing but data goes to a window.
  expect(structuredClone(rows)).toEqual(rows);
  expect(new Set(rows.map(({ mark }) => mark)).size).toBe(rows.length);
  const roots = rows.flatMap((row) => row.roots.map(({ id }) => id));
  expect(new Set(roots).size).toBe(roots.length);
});

it('what cannot be done has its reason, in one sentence', () => {
  for (const row of formatRows(placed('/home/ada')))
    for (const deed of DEEDS) {
      expect(row.can[deed]).toBe(row.cannot[deed] === undefined);
      expect(refusal(row.id, deed)).toBe(row.cannot[deed] ?? null);
      expect(row.cannot[deed] ?? 'A sentence.').toMatch(/^\S.{9,}\.$/);
    }
});

it('a variable of the environment that is empty moves no root, least of all to where a command is run', () => {
  const home = tempFolder();
  const seen = new Set<string>();
  const asked = new Proxy({}, { get: (_, name) => void seen.add(String(name)) });
  for (const { roots } of abouts) roots(asked, home);
  const usual = formatRows({ settings: defaultSettings({}, home), env: {}, home });
  const empty = Object.fromEntries(Array.from(seen, (name) => [name, '']));
  expect(seen.size).toBeGreaterThan(9);
  expect(formatRows({ settings: defaultSettings({}, home), env: empty, home })).toEqual(usual);
});

it('roots are where the agents have them, unless a person said otherwise', () => {
  const home = tempFolder();
  const usual = formatRows(placed(home)).flatMap(({ roots }) => roots);
  expect(usual.every(({ path, usual, on, found }) => path === usual && on && !found && path.startsWith(home))).toBe(true);
  const [first, second] = usual;
  if (!first || !second) throw new Error('no roots');
  mkdirSync(join(home, 'elsewhere'));
  const said = { [first.id]: { path: join(home, 'elsewhere') }, [second.id]: { off: true as const } };
  const changed = formatRows(placed(home, said)).flatMap(({ roots }) => roots);
  expect(changed[0]).toMatchObject({ path: join(home, 'elsewhere'), usual: first.path, on: true, found: true });
  expect(changed[1]).toMatchObject({ path: second.path, on: false });
  const looked = foundIn(placed(home, said));
  expect(looked).toContain(join(home, 'elsewhere'));
  expect(looked).not.toContain(second.path);
  expect(looked).not.toContain(join(home, '.tape'));
});

it('the agents’ own variables move their roots', () => {
  const paths = (env: Record<string, string>) => foundIn(placed('/home/ada', {}, env));
  expect(paths({})).toEqual(expect.arrayContaining(['/home/ada/.claude/projects', '/home/ada/.bub/tapes']));
  expect(paths({ CLAUDE_CONFIG_DIR: '/srv/c', BUB_HOME: '/srv/b' })).toEqual(expect.arrayContaining(['/srv/c/projects', '/srv/b/tapes']));
});
