import { defineConfig } from '@playwright/test';
import type { HostOptions } from './e2e/hosts.ts';
import { findElectron } from './src/main/launch/electron.ts';

const root = import.meta.dirname;

/** The real binary wants a display on Linux; without either, the stand-in is what there is. */
const electron = findElectron(root);
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

/** The same specs on every host: desktop, stand-in, browser; what no host decides on one of them (PAGE_ONLY). */
export default defineConfig<HostOptions>({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  // In CI a failed test may run a second time; `npm test` then prints it as flaky, and whoever works next mends it first.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // These end what hangs, and nothing else: a machine that does eight other things takes ten times as long.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  outputDir: 'test-results',
  reporter: 'list',
  projects: [
    // Electron's package looks for the program under the name that its own binary has here: on Linux that is the stand-in's too.
    ...(electron === null || process.platform === 'linux'
      ? [{ name: 'stand-in', use: { kind: 'stand-in' as const }, testIgnore: '**/*.browser.spec.ts', grepInvert: /@page/ }]
      : []),
    { name: 'browser', use: { kind: 'browser' }, testIgnore: '**/*.desktop.spec.ts' },
    ...(electron !== null && hasDisplay
      ? [{ name: 'electron', use: { kind: 'electron' as const }, testIgnore: '**/*.browser.spec.ts', grepInvert: /@page/ }]
      : []),
  ],
});
