import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, SHOPPING, shopping, tapeRow } from './window.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';
const TAPE = join(import.meta.dirname, '../out/main/tape.js');
const SHELL_HOOK = join(import.meta.dirname, '../bin/tape-hook');

/** What an agent runs at its hooks: in Node, and in the shell, which leaves the event for the window. */
const HOOKS = {
  Node: (event: string) => [process.execPath, TAPE, 'hook', 'claude-code', event],
  'the shell': (event: string) => ['sh', SHELL_HOOK, 'claude-code', event, process.execPath, TAPE],
};

test.use({ files: { [transcriptPath()]: shopping().lines } });

for (const [where, command] of Object.entries(HOOKS))
  test(`a live session says what its agent does, as hooks of the agent in ${where} tell`, async ({ host }) => {
    const { page, sandbox } = host;
    await openTape(page, SHOPPING);
    const hook = (event: string, more: object = {}): void => {
      const input = {
        session_id: SESSION,
        transcript_path: join(sandbox.folder, transcriptPath()),
        cwd: sandbox.folder,
        hook_event_name: event,
        ...more,
      };
      const [program = '', ...words] = command(event);
      const { status } = spawnSync(program, words, {
        env: sandbox.env,
        input: JSON.stringify(input),
      });
      expect(status).toBe(0);
    };
    for (const [event, state] of [
      ['UserPromptSubmit', 'running'],
      ['Stop', 'waiting'],
      ['PreCompact', 'compacting'],
      ['PostCompact', 'running'],
    ] as const) {
      hook(event);
      await expect(page.getByRole('banner')).toContainText(state);
      await expect(tapeRow(page, SHOPPING).getByRole('img', { name: state })).toBeVisible();
    }
    hook('SessionEnd');
    await expect(tapeRow(page, SHOPPING).getByRole('img', { name: 'running' })).toHaveCount(0);
  });
