import { expect, it } from 'vitest';
import { judgeClasses } from './classes.mjs';

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
