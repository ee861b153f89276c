import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './hosts.ts';
import type { Sandbox } from './sandbox.ts';

const program = join(import.meta.dirname, '../out/main/tape.js');

/** Runs `tape …` in a folder of the sandbox, as an agent in another process does; `input` are lines on its stdin. Answers its JSON. */
export type Terminal = (words: readonly string[], input?: readonly object[]) => Promise<Record<string, unknown>>;

export function terminalIn(sandbox: Sandbox, folder: string): Terminal {
  const cwd = join(sandbox.folder, folder);
  mkdirSync(cwd, { recursive: true });
  return (words, input = []) =>
    new Promise((resolve, reject) => {
      const child = execFile(process.execPath, [program, ...words, '--json'], { cwd, env: sandbox.env }, (error, stdout, stderr) => {
        if (error) reject(new Error(`tape ${words.join(' ')}: ${stderr}${stdout}`));
        else resolve(JSON.parse(stdout));
      });
      // A command that reads no lines may have ended before this: its answer counts, not whether anybody listened.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    });
}

export function asked(content: string): object {
  return { payload: { role: 'user', content } };
}
export function answered(content: string): object {
  return { payload: { role: 'assistant', content } };
}

/** A workspace for the folder, made in the terminal, with a question and its answer: entries 1 to 3, one step. */
export async function newWorkspace(sandbox: Sandbox, folder = 'harbour'): Promise<Terminal> {
  const tape = terminalIn(sandbox, folder);
  await tape(['init']);
  await tape(['append'], [asked('Which paint for the boat?'), answered('Green paint.')]);
  return tape;
}

/** The parts of the window that write. */
export function writing(page: Page) {
  return {
    line: page.getByRole('combobox', { name: 'Message or tape command' }),
    answers: page.getByRole('log', { name: 'Answers' }),
    bar: page.getByRole('region', { name: 'Write to this tape' }),
    merge: page.getByRole('region', { name: 'Merge' }),
  };
}

/** Sends one line at the foot of the tape. Lines are answered in the order in which they were sent, so nobody has to wait. */
export async function say(page: Page, line: string): Promise<void> {
  const field = writing(page).line;
  await field.fill(line);
  await field.press('Enter');
  await expect(field).toHaveValue('');
}
