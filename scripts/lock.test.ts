import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
const entries = Object.entries((read('package-lock.json') as { packages: Record<string, Entry> }).packages).filter(
  ([place]) => place !== '',
);

test('each package in the lock file has the hash of its content, those of other platforms too', () => {
  expect(entries.length).toBeGreaterThan(300);
  expect(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([]);
});

test('the lock file names no registry: each machine asks its own', () => {
  expect(entries.filter(([, { resolved, link }]) => resolved !== undefined || link).map(([place]) => place)).toEqual([]);
});

test('the file of licences names the versions that the lock has: after an update run npm run build and npm run licences', () => {
  const licences = readFileSync(new URL('../THIRD-PARTY-LICENCES.txt', import.meta.url), 'utf8');
  const named = [...licences.matchAll(/^(\S+) (\d\S*) \(\S.*\)$/gm)].map(([, name, version]) => ({ name, version }));
  const locked = new Set(entries.map(([place, { version }]) => `${place.split('node_modules/').at(-1)} ${version}`));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name, version }) => !locked.has(`${name} ${version}`))).toEqual([]);
});

test('versions are exact, and an installed Tapescope has no dependencies: all that runs is in its bundles', () => {
  const { devDependencies, dependencies, optionalDependencies } = read('package.json') as Record<string, Record<string, string>>;
  expect([dependencies, optionalDependencies]).toEqual([undefined, undefined]);
  expect(Object.entries(devDependencies ?? {}).filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
