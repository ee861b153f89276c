import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultHome } from './home.ts';
import { defaultSettings, loadSettings, storeSettings } from './settings.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tapescope-settings-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('settings', () => {
  it('say nothing about logs by themselves, and honour TAPE_HOME', () => {
    expect(defaultSettings({}, '/home/ada')).toEqual({
      logs: {},
      tapeHome: '/home/ada/.tape',
      theme: 'system',
      policies: {},
      redact: [],
      filters: [],
      money: 'dollars',
    });
    expect(defaultSettings({ TAPE_HOME: '/srv/tape' }, '/home/ada').tapeHome).toBe('/srv/tape');
    expect(defaultHome({}, '/home/ada')).toBe('/home/ada/.tapescope');
    expect(defaultHome({ TAPESCOPE_HOME: '/srv/scope' }, '/home/ada')).toBe('/srv/scope');
  });

  it('come back as they were stored', () => {
    const changed = {
      ...defaultSettings(),
      logs: { one: { path: '/elsewhere' }, other: { off: true as const } },
      theme: 'dark' as const,
      policies: { lean: 'compact:900' },
      redact: ['phone' as const],
      filters: [{ name: 'Long', query: 'steps:>100' }],
    };
    storeSettings(home, changed);
    expect(loadSettings(home)).toEqual(changed);
    expect(readFileSync(join(home, 'settings.json'), 'utf8')).toContain('/elsewhere');
  });

  it('read places of logs as they were stored before, and leave out what is none', () => {
    const stored = {
      one: '/old',
      other: '/older',
      logs: { other: { off: true }, third: { path: '' }, fourth: { off: false }, fifth: 'x' },
      theme: 3,
    };
    writeFileSync(join(home, 'settings.json'), JSON.stringify(stored));
    expect(loadSettings(home)).toEqual({ ...defaultSettings(), logs: { one: { path: '/old' }, other: { off: true } } });
  });

  it('give way to TAPE_HOME, as the terminal does', () => {
    storeSettings(home, { ...defaultSettings(), tapeHome: '/stored' });
    expect(loadSettings(home, {}).tapeHome).toBe('/stored');
    expect(loadSettings(home, { TAPE_HOME: '/told' }).tapeHome).toBe('/told');
  });

  it.each(['', '{"theme":', '[]', '{"theme": "sepia"}', 'null'])('fall back to the defaults for a broken file: %j', (text) => {
    writeFileSync(join(home, 'settings.json'), text);
    expect(loadSettings(home)).toEqual(defaultSettings());
  });
});
