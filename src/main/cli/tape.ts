#!/usr/bin/env node
import { beginCommand } from '../private.ts';

beginCommand('tape', process.argv[2]);

const WORDS = process.argv.slice(2);

/** `tape hook AGENT EVENT` as an agent runs it, and what follows one in the shell: nothing of the other commands is loaded. */
const isHook = ([command = '', agent = '', event = '', ...more]: readonly string[]): boolean =>
  /^(hook|__hooked)$/.test(command) && more.length === 0 && /^\w/.test(event) && /^(?!install$|uninstall$)\w/.test(agent);

const answer = async ([command, agent = '', event = '']: readonly string[]): Promise<void> => {
  try {
    const { answerHook, followHook } = await import('../hooks/answer.ts');
    (command === 'hook' ? answerHook : followHook)(agent, event);
  } catch {
    // The agent continues, whatever is wrong here.
  }
};

const start = async (): Promise<void> => {
  const [{ main }, { TAPE }] = await Promise.all([import('./main.ts'), import('./tape-rows.ts')]);
  await main(WORDS, TAPE);
};

void (isHook(WORDS) ? answer(WORDS) : start());
