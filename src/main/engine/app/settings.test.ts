import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultHome, defaultSettings, loadSettings, storeSettings } from './settings.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tapescope-settings-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('settings', () => {
  it('look where the agents write, and honour their own variables', () => {
    expect(defaultSettings({}, '/home/ada')).toEqual({
      claudeProjects: '/home/ada/.claude/projects',
      bubTapes: '/home/ada/.bub/tapes',
      tapeHome: '/home/ada/.tape',
      theme: 'system',
      policies: {},
      redact: [],
    });
    expect(defaultSettings({ BUB_HOME: '/srv/bub', CLAUDE_CONFIG_DIR: '/srv/claude', TAPE_HOME: '/srv/tape' }, '/home/ada')).toMatchObject({
      claudeProjects: '/srv/claude/projects',
      bubTapes: '/srv/bub/tapes',
      tapeHome: '/srv/tape',
    });
    expect(defaultHome({}, '/home/ada')).toBe('/home/ada/.tapescope');
    expect(defaultHome({ TAPESCOPE_HOME: '/srv/scope' }, '/home/ada')).toBe('/srv/scope');
  });

  it('come back as they were stored', () => {
    const changed = {
      ...defaultSettings(),
      bubTapes: '/elsewhere',
      theme: 'dark' as const,
      policies: { lean: 'compact:900' },
      redact: ['phone' as const],
    };
    storeSettings(home, changed);
    expect(loadSettings(home)).toEqual(changed);
    expect(readFileSync(join(home, 'settings.json'), 'utf8')).toContain('/elsewhere');
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
