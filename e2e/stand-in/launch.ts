import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { becomeReady } from './app.ts';
import { borrowChromium } from './chromium.ts';
import { state } from './state.ts';

/** Electron's module is this folder's, for Playwright's loader, the app's bundle and the inspector alike. */
const standInUrl = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main' ? { url: standInUrl, shortCircuit: true } : next(specifier, context),
});

/** Playwright starts `electron -r LOADER [switches] APP [arguments]`. */
const readArguments = (given: readonly string[]) => {
  const at = given.indexOf('-r');
  const loader = at < 0 ? null : (given[at + 1] ?? null);
  const words = at < 0 ? [...given] : [...given.slice(0, at), ...given.slice(at + 2)];
  const app = words.find((word) => !word.startsWith('-'));
  if (app === undefined) throw new Error('The stand-in was given no app to run.');
  return { loader, app: resolve(app) };
};

const mainOf = (app: string): string =>
  app.endsWith('.js') ? app : join(app, JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')).main);

const given = process.argv.slice(2);
const { loader, app } = readArguments(given);
process.env.TAPESCOPE_STAND_IN_APP = app;
process.argv = [process.execPath, ...given];
if (loader !== null) createRequire(import.meta.url)(loader);

const [cdp] = await Promise.all([borrowChromium(), import(pathToFileURL(mainOf(app)).href)]);
state.cdp = cdp;
await cdp.send('Target.setDiscoverTargets', { discover: true });
becomeReady();
