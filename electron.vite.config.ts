import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { layeredSheets } from './scripts/sheets.ts';

/** electron-updater as a bundle of its own: desktop packages hold it, the package of npm does not. Absent until npm ci has brought it. */
const updaterEntry = (): Record<string, string> => {
  try {
    return { updater: createRequire(import.meta.url).resolve('electron-updater') };
  } catch {
    return {};
  }
};

/** Every program that Node starts by itself: the hosts, the terminal, and each worker of the engine, flat in out/main. */
const mainEntries = (): Record<string, string> => {
  const entries: Record<string, string> = {
    index: resolve('src/main/index.ts'),
    serve: resolve('src/main/serve.ts'),
    tape: resolve('src/main/cli/tape.ts'),
    float: resolve('src/main/cli/float/float.ts'),
    tapescope: resolve('src/main/launch/tapescope.ts'),
    ...updaterEntry(),
  };
  for (const file of globSync('src/main/engine/**/*-worker.ts')) entries[basename(file, '.ts')] = resolve(file);
  return entries;
};

/**
 * What runs in the main process is CommonJS, and a note next to it says so. An ES import of a built-in module asks for each of its
 * exports: `node:fs` alone brings fs.promises with its streams and readline, an eighth of what Node itself takes to start.
 */
const asCommonJs = (): Plugin => ({
  name: 'as-common-js',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
});

/** Parts of Node that its own start has loaded already. */
const LOADED = new Set([
  'node:buffer',
  'node:events',
  'node:fs',
  'node:module',
  'node:path',
  'node:process',
  'node:timers',
  'node:url',
  'node:vm',
]);

/**
 * Loads any other part of Node when something in it is first used: node:crypto alone takes a fifth of what Node itself takes to start,
 * and most of what a command loads with its chunks it never calls.
 */
const lateBuiltins = (): Plugin => ({
  name: 'late-builtins',
  renderChunk(code) {
    let late = code;
    for (const [line, name, part] of code.matchAll(/^let (\w+) = require\("(node:[\w/]+)"\);$/gm)) {
      if (name === undefined || part === undefined || LOADED.has(part)) continue;
      const [wrapped] = new RegExp(`^${name} = \\w+\\.__toESM\\(${name}.*\\);$`, 'm').exec(late) ?? [];
      const load = wrapped?.slice(name.length + 3, -1).replace(`(${name}`, `(require("${part}")`) ?? `require("${part}")`;
      const rest = late.replace(wrapped ?? '', '');
      const uses = new RegExp(`(?<![\\w.$])${name}(?![\\w$])(?! = require)`, 'g');
      // Used as a whole somewhere: it stays as it is.
      if ([...rest.matchAll(uses)].some(({ index }) => rest[index + name.length] !== '.')) continue;
      late = rest
        .replace(uses, `${name}.used`)
        .replace(line, `const ${name} = { kept: null, get used() { return (this.kept ??= ${load}); } };`);
    }
    return late === code ? null : { code: late };
  },
});

/** The chunk of an agent's reader and rules, by its folder; of our own format, that of what other rooms do not use anyway. */
const agentOf = (id: string): string | null => {
  const [, agent, file = ''] = /\/engine\/formats\/(?!context\/)([\w-]+)\/([\w-]+)\.ts$/.exec(id) ?? [];
  const isApart =
    agent === 'native'
      ? /^(format|context|states)$/.test(file)
      : !/^(about|contract|surgery|schemas|mark|naming|export|wiring|hooks|programs)$/.test(file);
  return agent !== undefined && isApart ? `late-${agent}` : null;
};

/**
 * Loads a chunk whose name begins with `late` when something in it is first used. An agent's reader and rules are one: that is where a row of the tables
 * is called, so a tape is read and shown by those of its own format alone. So is all that reads sources, for a command that finds nothing new. Who calls
 * need not wait, as with an import of its own.
 */
const lateChunks = (): Plugin => ({
  name: 'late-chunks',
  renderChunk(code) {
    const late = code.replace(
      /^const (require_late_\w+) = (require\("\.\/late-[^"]+"\));$/gm,
      'const $1$late = { kept: null, get used() { return (this.kept ??= $2); } };',
    );
    return late === code ? null : { code: late.replace(/\b(require_late_\w+?)(?=\.)/g, '$1$late.used') };
  },
});

/** Of package.json only the version is needed; each command of the terminal would load all of it. */
const versionAlone = (): Plugin => ({
  name: 'version-alone',
  load: {
    filter: { id: resolve('package.json') },
    handler: (id) => JSON.stringify({ version: JSON.parse(readFileSync(id, 'utf8')).version }),
  },
});

/**
 * better-sqlite3 is bundled too. It looks for its addon in `../prebuilds` as seen from its own file, which is here: one for each
 * platform, as its package brings them, so that an installed Tapescope needs neither a compiler nor an install script.
 */
const addonsOfSqlite = (): Plugin => ({
  name: 'addons-of-sqlite',
  writeBundle({ dir }) {
    const ofPackage = dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'));
    cpSync(join(ofPackage, 'prebuilds'), resolve(dir ?? 'out/main', '../prebuilds'), { recursive: true });
  },
});

/** Writes whose modules are in a bundle, as folders such as `node_modules/zod`, so that their licences can be given (`scripts/licences.ts`). */
const packagesIn = (bundle: string): Plugin => ({
  name: 'packages-in',
  writeBundle(_options, output) {
    const modules = Object.values(output).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const folders = modules.flatMap(
      (id) => /\/(node_modules\/.*\/)?(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.slice(1).join('') ?? [],
    );
    mkdirSync(resolve('out/packages'), { recursive: true });
    writeFileSync(resolve(`out/packages/${bundle}.json`), JSON.stringify([...new Set(folders)].toSorted()));
  },
});

export default defineConfig({
  main: {
    plugins: [asCommonJs(), lateBuiltins(), lateChunks(), addonsOfSqlite(), versionAlone(), packagesIn('main')],
    build: {
      // Nothing stays outside: bundled JavaScript starts twice as fast as a tree of packages, and an installation has no dependencies.
      externalizeDeps: false,
      rolldownOptions: {
        input: mainEntries(),
        // Chunks are next to the entries, so that a worker is at the same relative place for all of them.
        output: {
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // White space and comments are read, hashed and compared with what is compiled at each start; names stay, for whoever reads a stack.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          // What a command of the terminal needs is in few files: to find and link forty small ones takes longer than all it does.
          // A group takes what its modules import along, unless a group above has it.
          codeSplitting: {
            groups: [
              { name: agentOf, debugName: 'agents', test: /\/engine\/formats\//, priority: 10, includeDependenciesRecursively: false },
              {
                name: 'begin',
                test: /\/main\/(private|compiled)\.ts$|\/engine\/(umask|app\/home|formats\/(json|iso-time))\.ts$|(?<!_)rolldown\/runtime/,
                priority: 9,
              },
              {
                name: 'terminal',
                test: /\/cli\/(main|flags|shell-rows|options|format\/(log|table|list))\.ts$|\/engine\/(app\/settings|disk\/disk)\.ts$/,
                priority: 8,
              },
              // An agent waits for its hook, which is to load none of the rest.
              { name: 'notes', test: /\/engine\/hooks\/(links|notes)\.ts$/, priority: 8 },
              { name: 'hooks', test: /\/engine\/(hooks\/(spool|take|answers)|formats\/hookings)\.ts$/, priority: 7 },
              { name: 'sqlite', test: /\/better-sqlite3\//, priority: 7 },
              // What workers of float share with the rest, so that they do not load all of it.
              { name: 'common', test: /\/engine\/(worker|jobs\/pool|views\/tokenizer)\.ts$/, priority: 6 },
              {
                name: 'catalog',
                test: /\/(engine\/(catalog\/open-catalog|database\/reopen|formats\/abouts)|shared\/model\/listing|cli\/format\/(number|time))\.ts$/,
                priority: 5,
              },
              // What reads, links and stores a source.
              {
                name: 'late-reading',
                test: /\/engine\/((linking|storing|families)\/(?!work-cache|forget)[\w-]+|sources\/(open-[\w-]+|detect|json-cursor|walk-document|record-paths|read-batch|batch-sink|borrow|ranges|native-(batch|receipt))|formats\/unknown)\.ts$/,
                priority: 4,
                includeDependenciesRecursively: false,
              },
              // What reads databases of other programs.
              {
                name: 'late-rows',
                test: /\/engine\/(disk\/foreign|bytes\/(rows|salvage|archive-rows|zip)|sources\/row-tapes|formats\/(databases|archives))\.ts$/,
                priority: 4,
                includeDependenciesRecursively: false,
              },
              // What a transaction left in the log of a database: a command that writes nothing has none.
              { name: 'late-wal', test: /\/engine\/database\/wal\.ts$/, priority: 6, includeDependenciesRecursively: false },
              { name: 'late-msgpack', test: /\/@msgpack\//, priority: 4 },
              {
                name: 'late-yaml',
                test: /\/node_modules\/(js-)?yaml\/|\/engine\/bytes\/yaml-/,
                priority: 5,
                includeDependenciesRecursively: false,
              },
              // What reads captured requests.
              {
                name: 'late-exchanges',
                test: /\/engine\/(exchanges\/(?!place|names)[\w-]+|captures\/(files|lines|pieces|elements|unpacked)|formats\/(wirings|wiring|[\w-]+\/wiring))\.ts$/,
                priority: 4,
                includeDependenciesRecursively: false,
              },
              // What the catalog needs of the store, so that who looks at other tapes does not load all of it.
              {
                name: 'lines',
                test: /\/engine\/(store\/(replay|names)|formats\/(digest|context\/models|native\/phase)|search\/snippet)\.ts$/,
                priority: 4,
              },
              { name: 'native', test: /\/cli\/(native|pages|commands\/(log|append))\.ts$/, priority: 3 },
              { name: 'store', test: /\/engine\/store\/open-tape\.ts$/, priority: 2 },
              { name: 'session', test: /\/cli\/(session|commands\/view)\.ts$/, priority: 1 },
            ],
          },
        },
      },
    },
  },
  preload: {
    plugins: [packagesIn('preload')],
    build: {
      // A sandboxed preload is one CommonJS file; it can require nothing but electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), layeredSheets(), packagesIn('renderer')],
    build: {
      minify: true,
      // The CSP allows no data: fonts or scripts, so nothing is inlined.
      assetsInlineLimit: 0,
      rolldownOptions: { input: resolve('src/renderer/index.html') },
    },
  },
});
