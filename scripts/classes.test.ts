import { expect, it } from 'vitest';
import { judgeClasses, judgeShared } from './classes.mjs';

const SHEET = `@layer features {
  /* Not .this one. */
  .row { padding: 1.5px; & > .name:hover { content: ".no"; } :global(.other) & { top: 0; } }
}`;

const judged = (component: string) => judgeClasses([['a/Row.module.css', SHEET]], [['a/b/Row.tsx', component]]).complaints;
const IMPORT = `import styles from '../Row.module.css';\n`;

it('names a class that no component uses', () => {
  expect(judged(`${IMPORT}styles.row`)).toEqual(['a/Row.module.css: no component uses .name.']);
  expect(judged(`${IMPORT}styles.row + styles['name']`)).toEqual([]);
});

it('names a class that a component uses and no sheet has', () => {
  expect(judged(`${IMPORT}styles.row + styles.name + styles.gone + held.styles.fine`)).toEqual([
    'a/Row.module.css: a component uses .gone, which is not there.',
  ]);
});

it('takes all classes as used where a component works them out, and complains where it sees none', () => {
  expect(judged(`${IMPORT}styles[look]`)).toEqual([]);
  expect(judgeClasses([], []).complaints).toEqual(['no class was seen: the check looks in the wrong place.']);
});

it('names a word of a class that no sheet for all views has, and one that nobody uses', () => {
  const sheets = [['ui/primitives.css', '@layer primitives { .row { display: flex; } .pad-x-2 { padding: 0; } }']] as const;
  const uses = (source: string) => judgeShared(sheets, [['a/Row.tsx', source]]);
  expect(uses('<p className="row pad-x-2" />')).toEqual([]);
  expect(uses(`<p className={\`\${styles.name} row\`} title={on ? 'pad-x-2' : ''} />`)).toEqual([]);
  expect(uses('<p className="row pad-x-3" />')).toEqual([
    'a/Row.tsx: uses the class pad-x-3, which no sheet for all views has.',
    'no component uses .pad-x-2 of the sheets for all views.',
  ]);
});
