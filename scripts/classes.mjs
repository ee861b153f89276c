// Finds classes of style modules that no component uses, and those that a component uses and no style sheet has.
import { posix } from 'node:path';

const bare = (css) => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"/g, '');

/** Classes that a style module declares; what is inside `:global()` belongs to somebody else. */
export function declaredIn(css) {
  const own = bare(css).replace(/:global\([^)]*\)/g, '');
  return new Set([...own.matchAll(/\.([A-Za-z_][\w-]*)(?=[^{};]*\{)/g)].map(([, name]) => name));
}

/** Style modules that a component imports, each with the classes that it names; '*' where it works them out. */
export function namedIn(file, source) {
  return [...source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].map(([, name, path]) => {
    const uses = source.matchAll(new RegExp(`(?<![.\\w])${name}(?:\\.(\\w+)|\\[(?:'([^']+)')?)`, 'g'));
    return [posix.join(posix.dirname(file), path), [...uses].map(([, dotted, quoted]) => dotted ?? quoted ?? '*')];
  });
}

/** Judges sheets and components, `[file, text]` each. Complains as well where it saw no class at all: then the check itself is broken. */
export function judgeClasses(sheets, components) {
  const used = Map.groupBy(
    components.flatMap(([file, source]) => namedIn(file, source)),
    ([sheet]) => sheet,
  );
  const judged = sheets.map(([sheet, css]) => {
    const names = new Set((used.get(sheet) ?? []).flatMap(([, classes]) => classes));
    const declared = declaredIn(css);
    const unused = names.has('*') ? [] : [...declared].filter((name) => !names.has(name));
    const missing = [...names].filter((name) => name !== '*' && !declared.has(name));
    return {
      classes: declared.size,
      complaints: [
        ...unused.map((name) => `${sheet}: no component uses .${name}.`),
        ...missing.map((name) => `${sheet}: a component uses .${name}, which is not there.`),
      ],
    };
  });
  const classes = judged.reduce((sum, one) => sum + one.classes, 0);
  const complaints = judged.flatMap((one) => one.complaints);
  return { classes, complaints: classes === 0 ? ['no class was seen: the check looks in the wrong place.', ...complaints] : complaints };
}
