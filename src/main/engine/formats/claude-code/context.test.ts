import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { look } from '../../views/testing/look.ts';
import { blocksOf } from '../../views/testing/wire.ts';
import { lackingOf } from './context.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const lab = join(corpus, 'lab/claude-code');

const asked = { agent: false, labels: new Set<string>() };
const namesOf = (writer: string | null, more: Partial<Parameters<typeof lackingOf>[0]> = {}): string[] =>
  lackingOf({ ...asked, writer, ...more }).map(({ what }) => what);

describe('what an agent sends and its log does not hold', () => {
  it('is named by version', () => {
    expect(namesOf('2.0.76')).toEqual(['system-prompt', 'tools', 'user-context', 'reminders']);
    expect(namesOf('2.1.59')).toEqual(['system-prompt', 'tools', 'user-context', 'reminders']);
    expect(namesOf('2.1.219')).toEqual(['system-prompt', 'tools', 'user-context']);
    expect(namesOf('2.1.285')).toEqual(['system-prompt', 'tools']);
    expect(namesOf('2.1.219', { agent: true })).toEqual(['system-prompt', 'tools', 'user-context', 'listings']);
    expect(namesOf('2.1.219', { labels: new Set(['plan_mode']) })).toContain('plan-guide');
  });

  it('is part of a view', async () => {
    const { view } = await look('u1 "go" > a1 "done" <- step m1 version 2.1.40', 1);
    expect(view.lacking.map(({ what }) => what)).toEqual(namesOf('2.1.40'));
  });

  // Each name is proved by what that version truly sent.
  it.skipIf(corpus === '').each(['2.0.76', '2.1.59', '2.1.112', '2.1.219', '2.1.285'])(
    '%s truly sends that (TAPESCOPE_CORPUS)',
    (version) => {
      const found = new Set<string>();
      for (const path of globSync(`${version}-*/requests/*.request.json`, { cwd: lab })) {
        const { system, tools, messages = [] } = JSON.parse(readFileSync(join(lab, path), 'utf8'));
        if (!Array.isArray(tools) || tools.length === 0) continue;
        found.add('tools');
        const prompt = JSON.stringify(system ?? []);
        if (prompt.length > 5000) found.add('system-prompt');
        if (prompt.includes('gitStatus')) found.add('git');
        const texts = blocksOf(messages).map(({ block }) => String(block.text ?? ''));
        if (texts.some((text) => text.includes('you can use the following context') && text.includes('# claudeMd')))
          found.add('user-context');
        if (texts.some((text) => text.startsWith('<system-reminder>\nCalled the Read tool'))) found.add('reminders');
      }
      for (const name of namesOf(version)) expect([...found], version).toContain(name);
      expect(found.has('git')).toBe(version !== '2.1.285');
      expect(found.has('user-context')).toBe(version !== '2.1.285');
    },
  );
});
