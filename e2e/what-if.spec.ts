import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Received, Scripted } from '../src/main/engine/runs/testing/scripted-model.ts';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcript, transcriptPath } from './logs.ts';
import { newWorkspace } from './native.ts';
import { choose, openTape, parts, pressBoth } from './window.ts';

const TITLE = 'What lies in the shed?';
const LADDER = 'A ladder with eleven rungs';

/** Three turns; the first reads something long, which a small budget has no room for. */
const shed = () =>
  transcript()
    .prompt(TITLE)
    .call('Read', { file_path: 'shed.md' }, `${LADDER}. `.repeat(120))
    .answer('A ladder, and nothing else.')
    .prompt('Is it long enough for the roof?')
    .answer('It is, by two rungs.')
    .prompt('Then lend it to the neighbour.')
    .answer('It is lent.');

test.use({ files: { [transcriptPath()]: shed().lines } });

/** The parts of What if by their accessible names. */
const trying = (page: Page) => {
  const panel = page.getByRole('region', { name: 'What if', exact: true });
  return {
    panel,
    edited: panel.getByRole('region', { name: 'Edited context' }),
    ladder: panel.getByRole('row', { name: new RegExp(LADDER) }),
    answers: panel.getByRole('region', { name: 'Answers' }),
    figures: panel.getByRole('table', { name: 'Tokens and cost' }),
    different: panel.getByRole('region', { name: 'What would be different' }),
  };
};

/** Opens What if for a step, which is reached from the first. */
const openAt = async (page: Page, step: number): Promise<void> => {
  await openTape(page, TITLE);
  await page.keyboard.press('Home');
  for (let at = 1; at < step; at++) await page.keyboard.press(']');
  await pressBoth(page, 'g', 'i');
  await expect(trying(page).edited).toContainText(`Step ${step}`);
};

test('another policy for a step: what it loses, what it weighs, and all of it block by block', async ({ host }) => {
  const { page } = host;
  const { context } = parts(page);
  const { panel, edited, different } = trying(page);
  await openTape(page, TITLE);
  await context.getByRole('button', { name: 'What if…' }).click();
  await expect(different).toContainText('Both are the same 7 blocks.');

  await edited.getByRole('combobox', { name: 'Instead' }).click();
  await choose(page, /^compact to …/);
  await page.keyboard.type('200');
  await page.keyboard.press('Enter');
  const lost = different.getByRole('region', { name: 'Blocks lost' });
  await expect(lost).toContainText('2 blocks lost');
  await expect(lost.getByRole('listitem').filter({ hasText: LADDER })).toContainText('over budget');
  await expect(different.getByRole('region', { name: 'Blocks gained' })).toContainText('No block gained');
  await expect(different.getByRole('row', { name: /^blocks/ })).toContainText('2 fewer');
  await expect(different.getByRole('row', { name: /^recorded/ })).toContainText('–');
  expect(await faults(page)).toEqual([]);

  // A reload, and so a link, brings the same edited context back.
  await page.reload();
  await expect(lost).toContainText('2 blocks lost');
  await expect(panel).toContainText('anthropic needs a key in ANTHROPIC_API_KEY.');
});

test('a block that another context would lose leads to its entry, by keys alone', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { inspector } = parts(page);
  const { different, edited } = trying(page);
  await openTape(page, TITLE);
  await pressBoth(page, 'g', 'i');
  await edited.getByRole('combobox', { name: 'Instead' }).click();
  await choose(page, /^compact to …/);
  await page.keyboard.type('200');
  await page.keyboard.press('Enter');
  const heaviest = different.getByRole('region', { name: 'Blocks lost' }).getByRole('button').first();
  await expect(heaviest).toContainText(LADDER);
  await heaviest.focus();
  await page.keyboard.press('Enter');
  await expect(inspector.getByText(new RegExp(LADDER)).first()).toBeVisible();
});

/** Turns the order of what follows it. */
const HIDDEN = '\u202e';
const RECORDED: Scripted = { text: 'A ladder, and nothing else.', piece: 4096 };
const LOOKS: Scripted = { calls: [{ id: 'c1', name: 'Read', arguments: JSON.stringify({ file_path: `roof.md${HIDDEN}` }) }], piece: 4096 };

/** With what the log has it answers as is recorded; with another text mostly otherwise. */
const decides = ({ body }: Received, number: number): Scripted =>
  JSON.stringify(body).includes('The shed is empty.') && number % 3 !== 0 ? LOOKS : RECORDED;

test.describe('a model that answers', () => {
  test.use({ script: { answers: [RECORDED], answer: decides } });

  test('the text of a block is replaced, six answers are grouped by decision, next to those without the edit', async ({ host, model }) => {
    const { page, sandbox } = host;
    const { panel, edited, answers, ladder, figures, different } = trying(page);
    const log = join(sandbox.folder, transcriptPath());
    const bytes = readFileSync(log, 'utf8');
    await openAt(page, 2);
    await ladder.click();
    await page.keyboard.press('e');
    const text = edited.getByRole('textbox', { name: 'Text of entry 3' });
    await expect(text).toBeFocused();
    await expect(text).toHaveValue(new RegExp(LADDER));
    const before = await figures.getByRole('row', { name: /^with your edits/ }).innerText();
    await text.fill('The shed is empty.');
    await page.keyboard.press('Control+Enter');
    await expect(edited.getByRole('list', { name: 'Edits' })).toContainText('#3 replaced');
    await expect(ladder).toContainText('replaced');
    await expect(figures.getByRole('row', { name: /^with your edits/ })).not.toHaveText(before);
    await expect(panel).toContainText(/6 answers: about \$0\.\d+ to send/);
    const words = different.getByRole('region', { name: 'Changed: #3' });
    await expect(words.locator('mark[data-side="b"]').first()).toContainText('The shed is empty');
    await expect(words.locator('mark[data-side="a"]').first()).toContainText('A ladder');
    await expect(different).toContainText('Both have the same 3 blocks, with your words where you changed them.');
    await expect(edited).toContainText('From a cache: ~0 tokens read');
    await expect(edited).toContainText('Anthropic charges each request in full');

    await page.keyboard.press('Control+Enter');
    await expect(answers).toContainText('2 of 6 decide as recorded.');
    const called = answers.getByRole('article', { name: /^Read/ });
    await expect(called).toContainText('#3 replaced');
    await expect(called).toContainText('4 of 6');
    await expect(called).toContainText('roof.md\\u{202e}');
    await expect(answers.getByRole('article', { name: /^A ladder/ })).toContainText('recorded');
    expect(model?.received).toHaveLength(6);

    await answers.getByRole('button', { name: 'Send it unchanged too' }).click();
    await expect(answers.getByRole('article', { name: /^A ladder/ })).toContainText(/unchanged\s*6 of 6/);
    await expect(called).toContainText(/unchanged\s*0 of 6/);
    await expect(answers).toContainText('2 of 6 decide as recorded.');
    expect(await faults(page)).toEqual([]);

    const answer = answers.getByRole('region', { name: 'Answer', exact: true });
    await expect(answer).toContainText('Answer 1 of 6');
    await page.keyboard.press('n');
    await expect(answer).toContainText('Answer 2 of 6');
    await page.keyboard.press('N');
    await expect(answer).toContainText('Answer 1 of 6');
    await expect(answer.getByRole('button', { name: 'Continue in a new tape' })).toBeEnabled();

    // What was tried is there when one comes back; the log is as it was.
    await page.keyboard.press('1');
    await pressBoth(page, 'g', 'i');
    await expect(answers).toContainText('2 of 6 decide as recorded.');
    await edited.getByRole('button', { name: 'undo #3' }).click();
    await expect(edited.getByRole('list', { name: 'Edits' })).not.toContainText('#3');
    await page.reload();
    await expect(answers).toContainText('12 answers arrived before this window was reloaded or reopened, and are no longer shown.');
    expect(readFileSync(log, 'utf8')).toBe(bytes);
    expect(host.complaints).toEqual([]);
  });

  test('two texts for one block are sent, and compared with each other word by word', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const { panel, edited, answers, ladder, different } = trying(page);
    await openAt(page, 2);
    await panel.getByRole('textbox', { name: 'Answers' }).fill('1');
    for (const [at, words] of ['The shed is empty.', 'The shed is locked.'].entries()) {
      await ladder.click();
      await page.keyboard.press('e');
      await edited.getByRole('textbox', { name: 'Text of entry 3' }).fill(words);
      await page.keyboard.press('Control+Enter');
      await expect(different.getByRole('region', { name: 'Changed: #3' }).locator('mark[data-side="b"]').first()).toContainText(
        words.slice(0, -1),
      );
      await expect(different.getByRole('row', { name: /^recorded/ })).not.toContainText('the same');
      await page.keyboard.press('Control+Enter');
      await expect(answers.getByText(/: 1 request,/)).toHaveCount(at + 1);
    }
    await answers.getByRole('button', { name: 'Compare what was sent' }).click();
    const compare = page.getByRole('region', { name: 'Compare', exact: true });
    await expect(compare).toContainText('One step, two contexts: 2 blocks alike, 1 changed, none only in A, none only in B.');
    await expect(compare.locator('mark[data-side="a"]')).toHaveText('empty');
    await expect(compare.locator('mark[data-side="b"]')).toHaveText('locked');
    expect(await faults(page)).toEqual([]);
    await page.reload();
    await expect(compare.locator('mark[data-side="b"]')).toHaveText('locked');
    expect(host.complaints).toEqual([]);
  });

  test('an answer continues in a new tape, with what it was sent', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const { panel, answers } = trying(page);
    await openAt(page, 2);
    await panel.getByRole('textbox', { name: 'Answers' }).fill('1');
    await page.keyboard.press('Control+Enter');
    await answers.getByRole('button', { name: 'Continue in a new tape' }).click();
    await expect(page.getByRole('banner')).toContainText(/native/);
    await expect(parts(page).context.getByRole('row', { name: new RegExp(LADDER) })).toBeVisible();
    expect(host.complaints).toEqual([]);
  });

  test('a block is left out by a key, and both contexts are compared block by block', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const { edited, answers, ladder } = trying(page);
    await openAt(page, 2);
    await ladder.click();
    await page.keyboard.press('Delete');
    await expect(edited.getByRole('list', { name: 'Edits' })).toContainText('#3 left out');
    await expect(ladder).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await expect(answers).toContainText('6 of 6 decide as recorded.');
    await edited.getByRole('button', { name: 'Compare blocks' }).click();
    const compare = page.getByRole('region', { name: 'Compare', exact: true });
    await expect(compare).toContainText('One step under two policies: 1 block alike');
    await page.goBack();
    await edited.getByRole('button', { name: 'restore #3' }).click();
    await expect(ladder).toBeVisible();
  });

  test('the next request of a native tape goes with another system prompt and temperature', PAGE_ONLY, async ({ host, model }) => {
    const { page, sandbox } = host;
    const { panel, edited, answers, different } = trying(page);
    await newWorkspace(sandbox);
    await openTape(page, 'harbour');
    await page.keyboard.press('End');
    await page.keyboard.press('End');
    await pressBoth(page, 'g', 'i');
    await expect(edited).toContainText('Next request');
    await panel.getByRole('combobox', { name: 'Model' }).fill('openai:gpt-5.2');
    await panel.getByRole('button', { name: 'System prompt' }).click();
    await panel.getByRole('textbox', { name: 'System prompt' }).fill('Answer in one word.');
    await panel.getByRole('textbox', { name: 'Temperature' }).fill('0');
    await panel.getByRole('textbox', { name: 'Answers' }).fill('2');
    await expect(panel).toContainText('2 answers: about');
    await expect(different.getByRole('region', { name: 'Changed: System prompt' }).locator('mark')).toHaveText('Answer in one word.');
    await page.keyboard.press('Control+Enter');
    await expect(answers).toContainText('1 decision in 2 answers. All decide the same.');
    expect(model?.received[0]?.body).toMatchObject({ instructions: 'Answer in one word.', temperature: 0, model: 'gpt-5.2' });
  });
});

test.describe('a decision that hangs on one block', () => {
  test.use({
    script: {
      answers: [],
      answer: ({ body }) => (JSON.stringify(body).includes(LADDER) ? RECORDED : { text: 'Nobody knows.', piece: 4096 }),
    },
  });

  test('ablation shows which: a bar next to each block', async ({ host, model }) => {
    const { page } = host;
    const { panel, edited, ladder } = trying(page);
    await openAt(page, 2);
    await panel.getByRole('textbox', { name: 'Answers' }).fill('2');
    await expect(panel).toContainText('Ablation, 8 at most');
    await page.getByRole('tab', { name: 'What if' }).focus();
    await page.keyboard.press('A');
    await expect(panel.getByRole('region', { name: 'Ablation' })).toContainText('1 of 2 blocks changes the decision when left out.');
    await expect(ladder).toContainText('2 of 2');
    await expect(edited.getByRole('row', { name: new RegExp(TITLE.replace('?', '')) })).toContainText('0 of 2');
    expect(model?.received).toHaveLength(6);
    expect(await faults(page)).toEqual([]);
  });
});

test.describe('a model that decides differently at the second step', () => {
  test.use({
    script: {
      answers: [
        { calls: [{ id: 'new', name: 'Read', arguments: '{"file_path":"shed.md"}' }], piece: 4096 },
        { text: 'Nobody has looked yet.', piece: 4096 },
      ],
    },
  });

  test('a replay continues with the recorded result, ends there, and is a tape of its own', async ({ host, model }) => {
    const { page } = host;
    const { panel } = trying(page);
    const { context } = parts(page);
    await openAt(page, 1);
    await expect(panel).toContainText('6 answers: about');
    await page.keyboard.press('P');
    const replay = panel.getByRole('region', { name: 'Replay' });
    await expect(replay).toContainText('1 step decided as recorded. At step 2 the model answered in other words.');
    expect(model?.received).toHaveLength(2);
    expect(JSON.stringify(model?.received[1]?.body)).toContain(LADDER);
    await replay.getByRole('button', { name: 'Open the replay' }).click();
    await expect(page.getByRole('banner')).toContainText(/native/);
    await expect(context.getByRole('row', { name: new RegExp(LADDER) })).toBeVisible();
    expect(host.complaints).toEqual([]);
  });
});

test.describe('a model that answers twice, and then hangs', () => {
  test.use({ script: { answers: [RECORDED, LOOKS, { hangs: true }] } });

  test('answers are shown as they come, in another view too, and remain when the rest is stopped', async ({ host }) => {
    const { page } = host;
    const { panel, answers } = trying(page);
    await openAt(page, 2);
    await expect(panel).toContainText('6 answers: about');
    await page.keyboard.press('Control+Enter');
    const isShown = async () => {
      await expect(panel).toContainText('2 of 6 answers');
      await expect(answers.getByRole('article', { name: /^A ladder/ })).toContainText('1 of 2');
      await expect(answers.getByRole('article', { name: /^Read/ })).toContainText('1 of 2');
    };
    await isShown();
    await page.keyboard.press('1');
    await expect(panel).toBeHidden();
    await page.keyboard.press('[');
    await page.keyboard.press(']');
    await pressBoth(page, 'g', 'i');
    await isShown();
    await expect(answers).toContainText('kept here until this window is closed or reloaded');
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(panel.getByRole('alert')).toHaveText('Stopped by you.');
    await expect(answers).toContainText('1 of 2 decides as recorded.');
    expect(host.complaints).toEqual([]);
  });
});

test.describe('a model that hangs', () => {
  test.use({ script: { answers: [{ hangs: true }] } });

  test('is left by Escape, and that is said', async ({ host }) => {
    const { page } = host;
    const { panel } = trying(page);
    await openAt(page, 2);
    await expect(panel).toContainText('6 answers: about');
    await page.keyboard.press('Control+Enter');
    await expect(panel).toContainText('0 of 6 answers');
    await page.keyboard.press('Escape');
    await expect(panel.getByRole('alert')).toHaveText('Stopped by you.');
  });
});

test(
  'what the memory finds is in the context with its rank, and the context changes only when there are words',
  PAGE_ONLY,
  async ({ host }) => {
    const { page } = host;
    const { context } = parts(page);
    const { edited, different } = trying(page);
    await openTape(page, TITLE);
    await pressBoth(page, 'g', 'i');
    await edited.getByRole('combobox', { name: 'Instead' }).click();
    await choose(page, /^memory of/);
    const words = edited.getByRole('textbox', { name: 'Query of the memory' });
    await expect(words).toBeFocused();
    await expect(different).toContainText('Both are the same 7 blocks.');
    await page.keyboard.type('ladder');
    await page.keyboard.press('Enter');
    await expect(different.getByRole('region', { name: 'Blocks lost' })).toContainText('blocks lost');

    await edited.getByRole('button', { name: 'Use this context' }).click();
    await expect(page.getByRole('textbox', { name: 'Query of the memory' })).toHaveValue('ladder');
    await expect(context.getByRole('row', { name: /A ladder with eleven rungs/ })).toContainText(/recalled: hit \d of \d/);
    await expect(context.getByRole('row', { name: /Then lend it to the neighbour/ })).toBeVisible();
    await expect(context.getByRole('row', { name: /by two rungs/ })).toHaveCount(0);
  },
);

test('a budget is typed next to the list; what is none changes nothing', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { context } = parts(page);
  await openTape(page, TITLE);
  await context.getByRole('combobox', { name: 'Policy' }).click();
  await choose(page, /^compact to 8,000/);
  const budget = context.getByRole('textbox', { name: 'Budget in tokens' });
  await expect(budget).toHaveValue('8,000');
  await budget.fill('much');
  await page.keyboard.press('Enter');
  await expect(budget).toHaveAttribute('aria-invalid', 'true');
  await expect(context.getByRole('row', { name: /A ladder with eleven rungs/ })).toBeVisible();
  await budget.fill('200');
  await page.keyboard.press('Enter');
  await expect(context.getByRole('row', { name: /A ladder with eleven rungs/ })).toHaveCount(0);
  await expect(context).toContainText('beyond the budget of 200 tokens');
  await expect(context.getByRole('combobox', { name: 'Policy' })).toHaveText('compact to');
});
