// A `tape` with two commands that wait, for tests of Ctrl-C: one listens to it, one does not.
import type { Row, Run } from '../command.ts';
import { main } from '../main.ts';
import { TAPE } from '../tape-rows.ts';

const waiting = (name: string, listens: boolean): Row => {
  const run: Run = ({ terminal, signal }) =>
    new Promise((_, failed) => {
      const forever = setInterval(() => {}, 1000);
      if (listens) {
        signal.addEventListener('abort', () => {
          clearInterval(forever);
          failed(new Error('cut off in the middle'));
        });
      }
      terminal.print(['ready']);
    });
  return {
    name,
    topic: 'window',
    summary: 'wait',
    operands: [],
    load: async () => ({ command: { flags: [], notes: [], example: [`tape ${name}`, 'waits'], run } }),
  };
};

await main(process.argv.slice(2), { ...TAPE, commands: [waiting('listen', true), waiting('ignore', false)] });
