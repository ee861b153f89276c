// Finds classes that no component uses, and those that a component uses and no style sheet has: of style modules, and of sheets for all views.
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

/** Words of `className` that are written out: those of sheets for all views, such as `row`. */
export function wordsIn(source) {
  const written = [...source.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].map(
    ([, plain, mixed]) => plain ?? mixed.replace(/\$\{[^}]*\}/g, ' '),
  );
  return new Set(written.flatMap((text) => text.split(/\s+/)).filter((word) => /^[a-z][\w-]*$/.test(word)));
}

/** Judges the sheets for all views the same way: a word that is misspelt would do nothing, and nobody would notice. */
export function judgeShared(sheets, components) {
  const declared = new Set(sheets.flatMap(([, css]) => [...declaredIn(css)]));
  const said = new Set(components.flatMap(([, source]) => source.match(/(?<=["'`\s])[a-z][\w-]*(?=["'`\s])/g) ?? []));
  return [
    ...components.flatMap(([file, source]) =>
      [...wordsIn(source)]
        .filter((word) => !declared.has(word))
        .map((word) => `${file}: uses the class ${word}, which no sheet for all views has.`),
    ),
    ...[...declared].filter((name) => !said.has(name)).map((name) => `no component uses .${name} of the sheets for all views.`),
  ];
}
