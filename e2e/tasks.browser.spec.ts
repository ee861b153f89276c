import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './hosts.ts';
import { samples } from './logs.ts';
import { asked, terminalIn } from './native.ts';
import type { Sandbox } from './sandbox.ts';
import { parts } from './window.ts';

/** The tasks of CONTRIBUTING.md as a person does them, one test each; each takes as many clicks, keys and texts as its row says. */

const root = join(import.meta.dirname, '..');

/** The rows of the table: what each task costs, by its number. */
const COSTS: ReadonlyMap<number, readonly [clicks: number, keys: number, texts: number]> = new Map(
  [...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/^\| (\d+) .*\| *(\d+) \| *([\d–]+) \| *(\d+) \|$/gm)].map(
    ([, task, clicks, keys, texts]) => [Number(task), [Number(clicks), Number(keys === '–' ? 0 : keys), Number(texts)]],
  ),
);

test.use({ files: samples() });

/** A hand that counts what it does. */
const handOn = (page: Page) => {
  const done = { clicks: 0, keys: 0, texts: 0 };
  return {
    done,
    async click(what: Locator, modifiers: ('Control' | 'Shift')[] = []) {
      await what.click({ modifiers });
      done.clicks += 1;
    },
    /** Keys one after the other; two letters are one command. */
    async press(...keys: readonly string[]) {
      for (const key of keys) {
        const both = /^([a-z]) ([a-z])$/.exec(key);
        if (both?.[1] && both[2]) await Promise.all([page.keyboard.press(both[1]), page.keyboard.press(both[2])]);
        else await page.keyboard.press(key);
        done.keys += both ? 2 : 1;
      }
    },
    async type(text: string) {
      await page.keyboard.type(text);
      done.texts += 1;
    },
  };
};

type Hand = ReturnType<typeof handOn>;

const TIDE = 'Tide tables read an hour early';
const session = (page: Page, name: string | RegExp) => parts(page).library.getByRole('treeitem', { name }).first();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

interface Task {
  what: string;
  work: (hand: Hand, page: Page, sandbox: Sandbox) => Promise<void>;
}

/** Opens a session and waits until keys mean it. */
const open = async (hand: Hand, page: Page, name: string | RegExp): Promise<void> => {
  await hand.click(session(page, name));
  await expect(parts(page).context.getByRole('grid')).toBeVisible();
};

const TAPE = join(root, 'scripts/tape.mjs');

/** `tape` in a pipe, where colours have no place. A line counts as typed once, whatever it ends in: `--json` is the same line again. */
const shellOf = (sandbox: Sandbox, { done }: Hand) => {
  const typed = new Set<string>();
  return (...words: readonly string[]) => {
    typed.add(words.filter((word) => word !== '--json').join(' '));
    done.texts = typed.size;
    return spawnSync(process.execPath, [TAPE, ...words], { cwd: sandbox.folder, env: sandbox.env, encoding: 'utf8' });
  };
};

const TASKS: Readonly<Record<number, Task>> = {
  1: {
    what: 'why an instruction was forgotten',
    async work(hand, page) {
      await open(hand, page, TIDE);
      await hand.press('q');
      await hand.type('Do not change anything yet');
      await hand.press('Enter');
      await expect(region(page, 'Residency')).toContainText(/It left before step \d+, by compaction/);
    },
  },
  2: {
    what: 'which output cost most',
    async work(hand, page) {
      await open(hand, page, TIDE);
      await hand.press('8');
      await expect(region(page, 'Residency')).toContainText('What cost most');
    },
  },
  3: {
    what: 'two forks after a rewind',
    async work(hand, page) {
      await open(hand, page, TIDE);
      await hand.press('6');
      await hand.click(
        region(page, 'Graph')
          .getByText(/^Good work/)
          .first(),
        ['Control'],
      );
      await hand.press('7');
      await expect(region(page, 'Compare')).toContainText('17');
    },
  },
  4: {
    what: 'a step and the one before',
    async work(hand, page) {
      await open(hand, page, TIDE);
      await hand.press('v');
      await expect(page.getByText(/3 blocks? added|added 3/).first()).toBeVisible();
    },
  },
  5: {
    what: 'what a handoff carried',
    async work(hand, page) {
      await open(hand, page, 'cli:local');
      await hand.press('9');
      await expect(region(page, 'Handoffs')).toContainText('2 states never reached the model');
    },
  },
  6: {
    what: 'a merge that refuses',
    async work(hand, page) {
      const dialog = page.getByRole('dialog');
      // Keys mean a tape once what may be written to it is offered: `word` is offered there and not on the other one.
      const handOff = async (word: string, summary: string) => {
        await expect(region(page, 'Write to this tape').getByRole('button', { name: word, exact: true })).toBeVisible();
        await hand.press('h');
        await expect(dialog).toBeVisible();
        await hand.type('deploy');
        await hand.press('Tab');
        await hand.type(summary);
        await hand.press('Control+Enter');
        await expect(dialog).toBeHidden();
      };
      await open(hand, page, /^lock/);
      await hand.press('f');
      await expect(dialog).toBeVisible();
      await hand.type('third');
      await hand.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(session(page, /^third/)).toHaveAttribute('aria-selected', 'true');
      await handOff('discard', 'In one go');
      await hand.click(session(page, /^lock/));
      await expect(session(page, /^third/)).toHaveAttribute('aria-selected', 'false');
      await handOff('fork', 'Lock by lock');
      await hand.press('g m');
      const merge = page.getByRole('region', { name: /^Merge/ });
      await expect(merge).toContainText('2 conflicts');
      await hand.click(merge.getByText('Keep both').first());
      await hand.click(merge.getByRole('button', { name: 'Merge', exact: true }));
      await expect(page.getByText(/^Merged third into main/)).toBeVisible();
    },
  },
  7: {
    what: 'words in every session',
    async work(hand, page) {
      await hand.press('/');
      await expect(parts(page).search).toBeFocused();
      await hand.type('height_at');
      await hand.press('Enter');
      await expect(parts(page).inspector).toContainText('height_at');
    },
  },
  8: {
    what: 'a page for somebody else',
    async work(hand, page) {
      await open(hand, page, TIDE);
      await hand.press('x');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(/home/i);
      const saving = page.waitForEvent('download');
      await hand.click(dialog.getByRole('button', { name: /^Save/ }));
      expect(readFileSync(await (await saving).path(), 'utf8')).not.toContain('/home/ines');
    },
  },
  9: {
    what: 'context files of a project',
    async work(hand, page) {
      await open(hand, page, /^lock/);
      await hand.press('g f');
      await hand.click(page.getByRole('button', { name: /^Start/ }));
      await expect(page.getByRole('treeitem', { name: '/ current' })).toBeVisible();
    },
  },
  10: {
    what: 'append to a session that is open',
    async work(hand, page) {
      await open(hand, page, /^lock/);
      await hand.press('w');
      await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Note' })).toBeFocused();
      await hand.type('潮汐 in the evening');
      await hand.press('Control+Enter');
      await expect(parts(page).context).toContainText('潮汐 in the evening');
    },
  },
  11: {
    what: 'keys alone',
    async work(hand, page) {
      await hand.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await hand.type('tide');
      await expect(page.getByRole('option').first()).toContainText(/tide/i);
      await hand.press('Enter');
      await expect(parts(page).context.getByRole('grid')).toBeVisible();
      const first = await parts(page).playhead.textContent();
      await hand.press('{');
      await expect(parts(page).playhead).not.toHaveText(first ?? '');
      await hand.press('v', 'Escape', 'Control+[');
      await expect(parts(page).playhead).toHaveText(first ?? '');
      await hand.press('Control+]');
      await expect(parts(page).playhead).not.toHaveText(first ?? '');
      await hand.press('y');
      await expect(page.getByText(/copied/i).first()).toBeVisible();
    },
  },
  12: {
    what: 'a library of hundreds',
    async work(hand, page) {
      await hand.press('g l');
      const table = page.getByRole('treegrid', { name: 'Sessions' });
      await expect(table).toBeVisible();
      await hand.press('f');
      await hand.type('since:400d steps:>12');
      await hand.press('Enter', 'Escape');
      await hand.click(table.getByRole('columnheader', { name: 'Tokens' }).getByRole('button'));
      await expect(table.locator('[aria-level]')).toHaveCount(3);
      await expect(table.locator('[aria-level]').first()).toContainText(TIDE);
    },
  },
  13: {
    what: 'into a sub-agent and back',
    async work(hand, page) {
      await hand.press('g t');
      await hand.click(session(page, TIDE));
      await hand.press('ArrowRight');
      await hand.click(parts(page).library.locator('[aria-level="4"]').first());
      const step = parts(page).inspector.getByText('step 41');
      await expect(step).toBeVisible();
      expect(await step.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      await hand.click(step);
      await expect(parts(page).playhead).toHaveText(/^Step 41 /);
    },
  },
  14: {
    what: 'a block, and its record',
    async work(hand, page) {
      await open(hand, page, TIDE);
      await hand.press('2');
      await expect(region(page, 'Conversation')).toBeVisible();
      await expect(region(page, 'Conversation')).toContainText('assistant');
      await hand.press('k', 'k', 'z');
      await expect(region(page, 'Conversation')).toContainText('parentUuid');
    },
  },
  15: {
    what: 'money, cache, time',
    async work(hand, page) {
      await hand.press('g o');
      await expect(region(page, 'Overview').getByRole('status').first()).toContainText(/from the cache/);
      await hand.click(page.getByRole('button', { name: 'Slowest tools' }));
      await expect(region(page, 'Sums').getByRole('row').nth(1)).toContainText(/\d+ (ms|s|min)/);
    },
  },
  16: {
    what: 'a broken log',
    async work(hand, page) {
      await open(hand, page, 'The lock house loses power');
      await hand.press('r');
      await expect(page.getByRole('dialog')).toContainText('unreadable');
    },
  },
  17: {
    what: 'settings',
    async work(hand, page) {
      await hand.press('g s');
      await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Theme' })).toBeVisible();
    },
  },
  18: {
    what: 'the terminal',
    async work(hand, _page, sandbox) {
      const tape = shellOf(sandbox, hand);
      expect(tape('help').stdout).toMatch(/\blist\b[\s\S]*\bview\b/);
      const [list, listed] = [tape('list'), tape('list', '--json')];
      // Titles are as wide as the terminal lets them be.
      expect(list.stdout).toContain(TIDE.slice(0, 11));
      const tide = (JSON.parse(listed.stdout) as { items: { id: string; title: string }[] }).items.find(({ title }) =>
        title.startsWith(TIDE),
      );
      const view = ['view', tide?.id ?? ''];
      expect(tape(...view).stdout).not.toBe('');
      expect(JSON.parse(tape(...view, '--json').stdout)).toHaveProperty('blocks');
      for (const { stdout } of [list, tape(...view)]) expect(stdout).not.toContain(String.fromCharCode(27));
      const nothing = tape('view', 'nothing');
      expect([nothing.status, nothing.stdout]).toEqual([2, '']);
      expect(nothing.stderr.trim().split('\n')).toHaveLength(1);
    },
  },
};

for (const [number, { what, work }] of Object.entries(TASKS))
  test(`task ${number}: ${what}`, async ({ host }) => {
    const { page, sandbox } = host;
    sandbox.write('lock/README.md', ['Opens the gate.']);
    const tape = terminalIn(sandbox, 'lock');
    await tape(['init']);
    await tape(['append'], [asked('Plan the migration')]);
    await expect(session(page, TIDE)).toBeVisible();
    await expect(session(page, /^lock/)).toBeVisible();
    const hand = handOn(page);
    await work(hand, page, sandbox);
    expect([hand.done.clicks, hand.done.keys, hand.done.texts]).toEqual(COSTS.get(Number(number)));
    expect(host.complaints).toEqual([]);
  });
