import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { hookingOf } from '../formats/hookings.ts';
import { changeOf } from './change.ts';
import { withHooks, withoutHooks } from './install.ts';

const AGENTS = ['claude-code', 'codex', 'gemini'] as const;
const FILE = 'settings.json';

const hookingFor = (agent: string) => {
  const hooking = hookingOf(agent);
  if (hooking === null) throw new Error(agent);
  return hooking;
};
const installed = (text: string, agent: string, program = 'tape'): string =>
  withHooks(text, agent, FILE, hookingFor(agent), (event) => `${program} hook ${agent} ${event}`);

const OWN = `{
\t// my own
\t"model": "opus",   "permissions": {"allow":["Bash(ls:*)"]},
\t"hooks": {
\t\t"Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ]
\t},
\t"last": 1e3
}
`;

describe('hooks in settings', () => {
  test.each(AGENTS)('of %s are added once for each event, and removed again', (agent) => {
    const text = installed(OWN, agent);
    const { hooks } = parse(text) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
    for (const event of hookingFor(agent).events)
      expect(hooks[event]?.at(-1)?.hooks).toEqual([expect.objectContaining({ command: `tape hook ${agent} ${event}` })]);
    expect(installed(text, agent)).toBe(text);
    expect(withoutHooks(text, agent, FILE)).toBe(OWN);
    expect(withoutHooks(OWN, agent, FILE)).toBe(OWN);
  });

  test('take the command of the program as it is now', () => {
    const moved = installed(installed(OWN, 'codex'), 'codex', '"/usr/bin/node" "/opt/out/tape.js"');
    expect(moved.match(/hook codex /g)?.length).toBe(hookingFor('codex').events.length);
    expect(withoutHooks(moved, 'codex', FILE)).toBe(OWN);
  });

  test.each([
    ['by its name', (event: string) => `tape-hook codex ${event}`],
    ['by its path', (event: string) => `sh '/a '\\''b/bin/tape-hook' codex ${event} '/usr/bin/node' '/a b/bin/tape.cjs'`],
  ])('of the shell, %s, replace those of Node and are removed again', (_, command) => {
    const shell = (text: string) => withHooks(text, 'codex', FILE, hookingFor('codex'), command);
    const moved = shell(installed(OWN, 'codex'));
    expect(moved).toContain(JSON.stringify(command('Stop')));
    expect(moved).not.toContain('tape hook codex');
    expect(shell(moved)).toBe(moved);
    expect(withoutHooks(moved, 'codex', FILE)).toBe(OWN);
    expect(withoutHooks(moved, 'gemini', FILE)).toBe(moved);
  });

  test('of another agent and of other programs stay', () => {
    const both = installed(installed(OWN, 'codex'), 'gemini');
    expect(withoutHooks(both, 'gemini', FILE)).toContain('tape hook codex Stop');
    expect(withoutHooks(both, 'gemini', FILE)).toContain('say done');
  });

  test.each(['[]', '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"a": ', 'nonsense'])('are not written over %s', (text) => {
    expect(() => installed(text, 'claude-code')).toThrow(`${FILE}`);
  });

  test('begin a file that is empty or not there', () => {
    expect(Object.keys(parse(installed('', 'gemini')) as object)).toEqual(['hooks']);
  });

  test('property: whatever else the settings hold stays byte for byte', () => {
    const indent = fc.constantFrom(undefined, 1, 2, 4, '\t');
    const key = fc.string({ minLength: 1, maxLength: 6 }).filter((name) => name !== 'hooks' && name !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue({ maxDepth: 2 })), indent, fc.constantFrom(...AGENTS), (settings, space, agent) => {
        const text = JSON.stringify(settings, null, space);
        const after = installed(text, agent);
        const { hooks: _added, ...rest } = parse(after) as Record<string, unknown>;
        expect(JSON.stringify(rest)).toBe(JSON.stringify(settings));
        // All before the closing bracket is there as it was.
        expect(after.startsWith(text.replace(/\s*\}$/, ''))).toBe(true);
        expect(withoutHooks(after, agent, FILE)).toBe(text);
      }),
    );
  });
});

describe('the change that is shown', () => {
  test('has the lines around it, and is nothing where nothing changes', () => {
    expect(changeOf(FILE, OWN, OWN)).toEqual([]);
    const lines = changeOf(FILE, 'a\nb\nc\nd\ne\n', 'a\nb\nc\nX\nd\ne\n');
    expect(lines).toEqual([`--- ${FILE}`, `+++ ${FILE}`, '@@ -1,6 +1,7 @@', ' a', ' b', ' c', '+X', ' d', ' e', ' ']);
  });
});
