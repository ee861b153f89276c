import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { build } from './build.ts';
import { cleanContexts } from './clean.ts';
import { listContexts } from './context-files.ts';
import { describeFolder, link, setScope, unlink } from './edit.ts';
import { closeFloat, type Float, openFloat } from './float.ts';
import { listFolders, listReferences } from './folders.ts';
import { TIME_LINE } from './format.ts';
import { generate } from './generate.ts';
import { addDecision, listDecisions } from './log.ts';
import { parseContextName } from './names.ts';
import { ancestorsOf, childOf, parentOf } from './paths.ts';
import { scan } from './scan.ts';
import { project, write } from './testing.ts';
import { validate } from './validate.ts';

// The seed's "Invalidation Problem" as a law. Whatever happens to a project, the next build writes exactly the files that a build from
// nothing would make otherwise, and never more than the rule for that kind of change allows.

/** Folders that may be written: the rule, said again and in other words than changes.ts says it. */
interface Reach {
  /** Their own files and those of all above. */
  up: string[];
  /** All below them. */
  below?: string[];
  children?: string[];
  /** Who refers to them. */
  referring?: string[];
  /** Came or went: those whose names differ from theirs in case alone get other file names, or their plain ones back. */
  named?: string[];
}
interface Drawn {
  path: string;
  other: string;
  text: string;
}
type Change = (float: Float, drawn: Drawn) => Reach | null;

const isScope = (float: Float, path: string): boolean =>
  path === '/' || float.db.prepare('SELECT is_scope FROM folders WHERE path = ?').pluck().get(path) === 1;
const disk = (float: Float, path: string): string => join(float.root, path);
const made = (path: string): Reach => ({ up: [path], children: [parentOf(path) ?? '/'], referring: [path], below: [], named: [path] });

/** Files say what their folder is, once that was asked of them: a change to them is one of the description too. */
const said = (float: Float, path: string): Reach => ({
  up: [path],
  children: [path],
  referring: [path],
  below: isScope(float, path) ? [path] : [],
});

const CHANGES: Record<string, Change> = {
  'file changed': (float, { path, text }) => {
    write(float.root, { [`${path}/x.ts`]: `// ${text}` });
    return said(float, path);
  },
  'file added': (float, { path, text }) => {
    write(float.root, { [`${path}/new-${text}.ts`]: text });
    return said(float, path);
  },
  'file removed': (float, { path }) => {
    rmSync(join(disk(float, path), 'x.ts'), { force: true });
    return said(float, path);
  },
  'file touched': (float, { path }) => {
    if (existsSync(join(disk(float, path), 'x.ts')))
      write(float.root, { [`${path}/x.ts`]: readFileSync(join(disk(float, path), 'x.ts'), 'utf8') });
    return { up: [] };
  },
  'folder made': (float, { path, text }) => {
    const folder = childOf(path, `made-${text}`);
    mkdirSync(disk(float, folder), { recursive: true });
    return made(folder);
  },
  'folder removed': (float, { path }) => {
    if (path === '/') return null;
    const gone = [path, ...below(float, path)];
    rmSync(disk(float, path), { recursive: true });
    return { up: [path], children: [parentOf(path) ?? '/', ...gone], referring: gone, named: gone };
  },
  'folder renamed': (float, { path, text }) => {
    const to = childOf(parentOf(path) ?? '/', `to-${text}`);
    if (path === '/' || existsSync(disk(float, to))) return null;
    const gone = [path, ...below(float, path)];
    renameSync(disk(float, path), disk(float, to));
    const came = gone.map((one) => to + one.slice(path.length));
    // Those whom a moved folder refers to, and those who refer to it, know it by its new name.
    return {
      up: [...came, path, ...referrers(float, gone)],
      children: [parentOf(path) ?? '/'],
      referring: [...gone, ...came],
      named: [...gone, ...came],
    };
  },
  'name in another case': (float, { path }) => {
    if (path === '/' || existsSync(disk(float, path.toUpperCase()))) return null;
    const twin = path.toUpperCase();
    mkdirSync(disk(float, twin), { recursive: true });
    const fresh = [twin, ...ancestorsOf(twin)];
    return { up: [...fresh, path, ...ancestorsOf(path)], children: fresh.flatMap((one) => parentOf(one) ?? []) };
  },
  description: (float, { path, text }) => {
    describeFolder(float, path, { description: text, by: 'person' });
    return { up: [path], children: [path], referring: [path], below: isScope(float, path) ? [path] : [] };
  },
  content: (float, { path, text }) => {
    describeFolder(float, path, { content: `More about ${text}.`, by: 'person' });
    return { up: [path], referring: [path] };
  },
  'plain decision': (float, { path, text }) => {
    addDecision(float, { folder: path, title: text });
    return { up: [path], below: isScope(float, path) ? [path] : [] };
  },
  'architectural decision': (float, { path, text }) => {
    addDecision(float, { folder: path, title: text, tags: ['architectural'] });
    return { up: [path], below: [path] };
  },
  'decision that supersedes': (float, { path, text }) => {
    const before = listDecisions(float).find(({ supersededBy }) => supersededBy === null);
    if (before === undefined) return null;
    addDecision(float, { folder: path, title: text, supersedes: before.id });
    const marked = before.tags.length > 0 || isScope(float, before.folder) ? [before.folder] : [];
    return { up: [path, before.folder], below: [...marked, ...(isScope(float, path) ? [path] : [])] };
  },
  'scope set or unset': (float, { path, text }) => {
    setScope(float, path, text !== 'a');
    return { up: [path], below: [path] };
  },
  'boot text': (float, { path, text }) => {
    setScope(float, path, isScope(float, path), text);
    return { up: [path], below: isScope(float, path) ? [path] : [] };
  },
  'reference added': (float, { path, other, text }) => {
    if (path === other) return null;
    link(float, path, other, text);
    return { up: [path] };
  },
  'reference removed': (float) => {
    const given = listReferences(float).find(({ origin }) => origin === 'given');
    if (given === undefined) return null;
    unlink(float, given.from, given.to);
    return { up: [given.from] };
  },
  'a newer format': (float) => {
    float.db.exec("UPDATE meta SET value = '0' WHERE key = 'format'");
    closeFloat(openFloat(float.root));
    return { up: [] };
  },
};

const all = (float: Float): string[] => listFolders(float).map(({ path }) => path);
const isBelow = (path: string, top: string): boolean => path !== top && (top === '/' || path.startsWith(`${top}/`));
const below = (float: Float, top: string): string[] => all(float).filter((path) => isBelow(path, top));
const referrers = (float: Float, targets: readonly string[]): string[] =>
  listReferences(float).flatMap(({ from, to }) => (targets.includes(to) ? [from] : []));

/** The folders of a reach; who refers is asked before and after, for a reference may go with its target. */
const allowed = (float: Float, reach: Reach, referring: readonly string[]): Set<string> => {
  const folders = all(float);
  const names = new Set(reach.named?.map((path) => path.toLowerCase()));
  const up = [...reach.up, ...folders.filter((path) => names.has(path.toLowerCase()))];
  const wide = folders.filter(
    (path) => reach.below?.some((top) => isBelow(path, top)) || reach.children?.includes(parentOf(path) ?? 'none'),
  );
  return new Set([...up, ...up.flatMap(ancestorsOf), ...wide, ...referring, ...referrers(float, reach.referring ?? [])]);
};

const texts = (float: Float): Map<string, string> =>
  new Map(listContexts(float).map((name) => [name, readFileSync(join(float.contexts, name), 'utf8').replace(TIME_LINE, '')]));

const TREE = {
  'a/b/x.ts': '1',
  'a/c/x.ts': '2',
  'a/c/d/x.ts': '3',
  'e/x.ts': '4',
  'e/f/x.ts': '5',
  'e/f/README.md': 'See [it](../../a/c).',
};
const TIERS = ['minimal', 'full'] as const;

/** A folder goes that had kept another from its plain name. */
const TWIN_GOES = [
  { kind: 'name in another case', path: 6, other: 0, text: 'a' },
  { kind: 'folder renamed', path: 7, other: 0, text: 'a' },
];

/** Each kind of change once, one after the other. */
const EACH = Object.keys(CHANGES).map((kind, at) => ({ kind, path: at + 1, other: at + 3, text: 'abc'.charAt(at % 3) }));

it('a build writes what a build from nothing would make otherwise, and never more than the rule allows', async () => {
  const step = fc.record({
    kind: fc.constantFrom(...Object.keys(CHANGES)),
    path: fc.nat(30),
    other: fc.nat(30),
    text: fc.constantFrom('a', 'b', 'c'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const float = project(TREE);
      await scan(float);
      await generate(float);
      setScope(float, '/a', true, 'Be brief.');
      link(float, '/e', '/a/b');
      await build(float, { tiers: TIERS });
      for (const { kind, path, other, text } of steps) {
        const before = texts(float);
        const folders = all(float);
        const pick = (at: number): string => folders[at % folders.length] ?? '/';
        const known = listReferences(float);
        const reach = CHANGES[kind]?.(float, { path: pick(path), other: pick(other), text });
        if (!reach) continue;
        await scan(float);
        const receipt = await build(float, { stale: true, tiers: TIERS });
        const after = texts(float);
        expect(
          (await validate(float)).filter(({ state }) => state !== 'current'),
          kind,
        ).toEqual([]);
        cleanContexts(float);
        await build(float, { tiers: TIERS });
        const fresh = texts(float);
        expect(after, kind).toEqual(fresh);
        const others = [...fresh.keys()].filter((name) => fresh.get(name) !== before.get(name));
        expect(receipt.written.toSorted(), kind).toEqual(others.sort());
        expect(receipt.removed.toSorted(), kind).toEqual([...before.keys()].filter((name) => !fresh.has(name)).sort());
        const referring = known.flatMap(({ from, to }) => (reach.referring?.includes(to) ? [from] : []));
        const rule = allowed(float, { ...reach }, [...referring, ...referring.flatMap(ancestorsOf)]);
        if (kind !== 'a newer format')
          for (const name of receipt.written)
            expect([...rule], `${kind} of ${pick(path)} wrote ${name}`).toContain(parseContextName(name)?.path);
      }
      closeFloat(float);
    }),
    { numRuns: 8, examples: [[EACH], [TWIN_GOES]] },
  );
});
