import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../open.ts';
import { tempFolder } from '../testing/files.ts';
import { nativeHome, user } from '../testing/native.ts';
import { namedPolicies, removePolicy, savePolicy, spelledOut } from './names.ts';

const open = async () => {
  const home = tempFolder();
  const { engine, handlers } = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
  onTestFinished(() => engine.close());
  return { engine, handlers, home };
};

it('keeps a line under a name in the settings, spells it out wherever a policy is taken, and forgets it', async () => {
  const { engine } = await open();
  savePolicy(engine, undefined, 'lean', 'last-anchor + budget:8000:cited');
  savePolicy(engine, undefined, 'pinned', '@lean + pin:#3');
  expect(namedPolicies(engine, undefined)).toEqual([
    { name: 'lean', line: 'last-anchor + budget:8000:cited', where: 'settings' },
    { name: 'pinned', line: 'last-anchor + budget:8000:cited + pin:#3', where: 'settings' },
  ]);
  expect(spelledOut(engine, undefined, 'lean')).toBe('last-anchor + budget:8000:cited');
  removePolicy(engine, undefined, 'lean');
  expect(() => spelledOut(engine, undefined, '@lean')).toThrow('There is no policy named lean here');
  expect(() => removePolicy(engine, undefined, 'lean')).toThrow('There is no policy named lean here');
  for (const [name, line] of [
    ['full', 'summary'],
    ['ok', 'nothing:1'],
    ['two words', 'full'],
  ] as const)
    expect(() => savePolicy(engine, undefined, name, line)).toThrow(/policy/);
});

it('keeps those of a native tape in the config.json of its workspace, which stays as it was otherwise; a view goes by the name', async () => {
  const { engine, handlers } = await open();
  const { main, workspace } = nativeHome();
  main.append([user('one'), user('two')]);
  const config = join(workspace.folder, 'config.json');
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), mine: [1] }));
  const [tape = ''] = (await engine.ingest.open([main.folder])).tapes;
  savePolicy(engine, tape, 'short', 'last-anchor + without:#2');
  expect(JSON.parse(readFileSync(config, 'utf8'))).toMatchObject({ mine: [1], policies: { short: 'last-anchor + without:#2' } });
  expect(namedPolicies(engine, tape)).toEqual([{ name: 'short', line: 'last-anchor + without:#2', where: 'workspace' }]);
  expect(engine.settings().policies).toEqual({});
  const view = await handlers['views.assemble']({ tape, next: true, policy: 'short' }, { signal: new AbortController().signal });
  expect(view).toMatchObject({ policy: 'last-anchor + without:#2', blocks: [{ entries: [1] }, { entries: [3] }] });
  removePolicy(engine, tape, 'short');
  expect(namedPolicies(engine, tape)).toEqual([]);
});
