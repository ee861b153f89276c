// Runs `tape`, or what PROGRAM names, with the words after it and then prints, to stderr, the modules that were loaded, one a line.
import { registerHooks } from 'node:module';

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
const { main } = await import('../main.ts');
const program = process.env.PROGRAM === 'float' ? (await import('../float/commands.ts')).FLOAT : (await import('../tape-rows.ts')).TAPE;
await main(process.argv.slice(2), program);
process.stderr.write(`${loaded.join('\n')}\n`);
