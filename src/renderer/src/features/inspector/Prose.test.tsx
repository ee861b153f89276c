import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Prose } from './Prose.tsx';

const html = (text: string): string => renderToStaticMarkup(<Prose text={text} />);

test('what a person nests is drawn as nested', () => {
  expect(html('> > > quoted').match(/<blockquote>/g)).toHaveLength(3);
  expect(html('- a\n  - b\n    - **c**')).toContain('<strong>c</strong>');
});

test('code with many brackets stays code', () => {
  expect(html(`\`\`\`\n${'[1, 2]\n'.repeat(800)}\`\`\``)).toContain('<code>');
});

test.each([
  ['quotes', `${'>'.repeat(3000)} the end`],
  ['lists', `${'- '.repeat(3000)}the end`],
  ['lists that go in line by line', Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- the end`).join('\n')],
  ['emphasis', `${'*a '.repeat(2000)}the end${'*'.repeat(2000)}`],
  ['numbers', `${'1. '.repeat(3000)}the end`],
  ['emphasis below the limit', `${'*a '.repeat(190)}the end${'*'.repeat(190)}`],
  ['quotes below the limit', `${'>'.repeat(23)} ${'*a '.repeat(190)}the end${'*'.repeat(190)}`],
  ['brackets', `${'['.repeat(3000)}the end${']'.repeat(3000)}`],
])('thousands of nested %s are drawn to a bounded depth, and nothing of them is lost', (_, text) => {
  const drawn = html(text);
  expect(drawn).toContain('the end');
  const depth = [...drawn.matchAll(/<(\/?)(blockquote|ul|li|em|strong)\b/g)].reduce(
    ({ now, most }, [, close]) => ({ now: now + (close ? -1 : 1), most: Math.max(most, now) }),
    { now: 0, most: 0 },
  );
  expect(depth.most).toBeLessThan(40);
});
