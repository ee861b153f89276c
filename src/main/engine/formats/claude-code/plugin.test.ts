import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import packageJson from '../../../../../package.json' with { type: 'json' };
import { claudeCodeHooking } from './hooks.ts';

const PLUGIN = new URL('../../../../../resources/plugin/', import.meta.url);

const read = (name: string): string => readFileSync(new URL(name, PLUGIN), 'utf8');
const json = (name: string): unknown => JSON.parse(read(name));

/** As the plugin reference of Claude Code has them; a key that it does not know is one that it ignores. */
const Manifest = z.strictObject({
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description: z.string(),
  author: z.strictObject({ name: z.string(), email: z.string().optional(), url: z.string().optional() }),
  license: z.string(),
  keywords: z.array(z.string()),
});
const Marketplace = z.strictObject({
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  owner: z.strictObject({ name: z.string() }),
  plugins: z.array(z.strictObject({ name: z.string(), source: z.string().startsWith('./'), description: z.string() })),
});
const Command = z.strictObject({ type: z.literal('command'), command: z.string(), timeout: z.number().int().positive() });
const Group = z.strictObject({ matcher: z.string().optional(), hooks: z.array(Command).min(1) });
const Hooks = z.strictObject({ description: z.string(), hooks: z.record(z.string(), z.array(Group).min(1)) });
const Servers = z.strictObject({ mcpServers: z.record(z.string(), z.strictObject({ command: z.string(), args: z.array(z.string()) })) });

describe('the plugin', () => {
  test('has a manifest and a marketplace that keep to their schemas, in the version of the package', () => {
    const { name, version } = Manifest.parse(json('.claude-plugin/plugin.json'));
    expect({ name, version }).toEqual({ name: packageJson.name, version: packageJson.version });
    expect(Marketplace.parse(json('.claude-plugin/marketplace.json')).plugins).toMatchObject([{ name, source: './' }]);
  });

  test('has the hooks that tape hook install would write, and the server', () => {
    const { hooks } = Hooks.parse(json('hooks/hooks.json'));
    const { events, group } = claudeCodeHooking;
    expect(hooks).toEqual(Object.fromEntries(events.map((event) => [event, [group(event, `tape-hook claude-code ${event}`)]])));
    expect(Servers.parse(json('.mcp.json')).mcpServers).toEqual({ tapescope: { command: 'tape', args: ['mcp'] } });
  });

  test('has a skill that names the tools there are, and when to use them', () => {
    const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read('skills/tape-context/SKILL.md')) ?? [];
    const fields = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
    const Skill = z.strictObject({ name: z.literal('tape-context'), description: z.string().min(50).max(1024) });
    expect(Skill.safeParse(fields).success).toBe(true);
    const tools = [
      'context_now',
      'context_at',
      'lost_at_compaction',
      'why_absent',
      'recall',
      'entry_read',
      'handoff_read',
      'handoff_write',
      'compare',
    ];
    for (const tool of tools) expect(body).toContain(`\`${tool}\``);
  });

  test('is in the package', () => {
    expect(packageJson.files).toContain('resources/plugin');
  });
});
