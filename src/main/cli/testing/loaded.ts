// Runs `tape` with the words behind it and then prints, to stderr, the modules that were loaded, one a line.
import { registerHooks } from 'node:module';

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
const [{ main }, { TAPE }] = await Promise.all([import('../main.ts'), import('../tape-program.ts')]);
await main(process.argv.slice(2), TAPE);
process.stderr.write(`${loaded.join('\n')}\n`);
