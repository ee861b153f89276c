import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../engine/testing/files.ts';
import { lookForUpdate, type Updater } from './updates.ts';

/** A package with or without an address for updates, a server with a newer version or none, and a person who answers. */
const host = (options: { address?: boolean; newer?: string; answers?: number[]; failure?: Error }) => {
  const resources = tempFolder();
  if (options.address !== false) writeFileSync(join(resources, 'app-update.yml'), 'provider: generic\n');
  const done: string[] = [];
  const answers = [...(options.answers ?? [])];
  const updater: Updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    async checkForUpdates() {
      done.push('check');
      if (options.failure) throw options.failure;
      return { isUpdateAvailable: options.newer !== undefined, updateInfo: { version: options.newer ?? '0.1.0' } };
    },
    downloadUpdate: async () => void done.push('download'),
    quitAndInstall: () => void done.push('install'),
  };
  const look = lookForUpdate({
    resources,
    async load() {
      done.push('load');
      return updater;
    },
    async ask({ message }) {
      done.push(message);
      return answers.shift() ?? 1;
    },
  });
  return { look, done, updater };
};

test('a package without an address loads nothing and asks nobody', async () => {
  const { look, done } = host({ address: false, newer: '0.2.0' });
  expect(await look).toBe('off');
  expect(done).toEqual([]);
});

test('nothing is downloaded or installed without a yes to each', async () => {
  const refused = host({ newer: '0.2.0', answers: [1] });
  expect(await refused.look).toBe('declined');
  expect(refused.done).toEqual(['load', 'check', 'Download Tapescope 0.2.0?']);
  expect(refused.updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false });
  const later = host({ newer: '0.2.0', answers: [0, 1] });
  expect(await later.look).toBe('declined');
  expect(later.done.slice(2)).toEqual(['Download Tapescope 0.2.0?', 'download', 'Install Tapescope 0.2.0 now?']);
  const agreed = host({ newer: '0.2.0', answers: [0, 0] });
  expect(await agreed.look).toBe('installing');
  expect(agreed.done.at(-1)).toBe('install');
});

test('no newer version is no question, and a server that does not answer is a line and no more', async () => {
  const current = host({});
  expect([await current.look, current.done]).toEqual(['none', ['load', 'check']]);
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = host({ failure: new Error('no route') });
  expect(await broken.look).toBe('failed');
  expect(said.mock.calls).toEqual([['Tapescope could not check for an update: no route']]);
  said.mockRestore();
});
