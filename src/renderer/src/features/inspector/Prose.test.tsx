// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Prose } from './Prose.tsx';

const html = (text: string): string => renderToStaticMarkup(<Prose text={text} />);

test('what a person nests is drawn as nested', () => {
  expect(html('> > > quoted').match(/<blockquote>/g)).toHaveLength(3);
  expect(html('- a\n  - b\n    - **c**')).toContain('<strong>c</strong>');
});

test('code with many brackets stays code', () => {
  expect(html(`\`\`\`\n${'[1, 2]\n'.repeat(800)}\`\`\``)).toContain('<pre><code dir="ltr">[1, 2]');
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

test('code of a fence has the tones of its language', async () => {
  const { container } = render(<Prose text={'```ts\nconst gate = 1;\n```\n\n`const` alone'} />);
  await waitFor(() => expect([...container.querySelectorAll('pre span')].map(({ textContent }) => textContent)).toEqual(['const', '1']));
  expect(container.querySelectorAll('p span')).toHaveLength(0);
  expect(container.querySelector('pre')?.textContent).toBe('const gate = 1;\n');
});

const REVERSED = '\u202e';

test.each([
  ['a paragraph', `open ${REVERSED}gnp.exe`],
  ['code', `\`open ${REVERSED}gnp.exe\``],
  ['HTML', `<b>open ${REVERSED}gnp.exe</b>`],
  ['the description of a picture', `![open ${REVERSED}gnp.exe](a.png)`],
  ['what is too tangled to draw', `${'*'.repeat(2000)}open ${REVERSED}gnp.exe`],
])('%s of a log is read in its own order, and copied with all that is in it', (_, text) => {
  const { container } = render(<Prose text={text} />);
  const box = container.querySelector('.inline-block[data-point="U+202E"]');
  expect(box?.textContent).toBe(REVERSED);
  expect(container.textContent).toContain('gnp.exe');
});

test('each paragraph is written in the direction of its own script', () => {
  const { container } = render(<Prose text={'שלום `gate.ts`\n\n`gate` opens\n\n- פריט\n- second\n\n42'} />);
  const sides = [...container.querySelectorAll('p, ul, li')].map((one) => [
    one.tagName,
    one.closest('[dir]')?.getAttribute('dir') ?? 'ltr',
  ]);
  expect(sides).toEqual([
    ['P', 'rtl'],
    ['P', 'ltr'],
    ['UL', 'rtl'],
    ['LI', 'rtl'],
    ['LI', 'ltr'],
    ['P', 'ltr'],
  ]);
  expect([...container.querySelectorAll('code')].map((code) => code.dir)).toEqual(['ltr', 'ltr']);
});

test('an address is written once, and the target of a text after it', () => {
  const { container } = render(<Prose text={'https://example.com/a and [b](https://example.com/b)'} />);
  expect(container.textContent).toBe('https://example.com/a and b (https://example.com/b)');
});

test('a tree of folders keeps its lines, and a paragraph with one such sign is a paragraph', () => {
  const drawn = html('Shown are 200:\n\n/home/ann/\n├───.cache/\n│   └───_a_\n└───app.py\n\nAnd *more*.');
  expect(drawn).toContain('<pre><code dir="ltr">/home/ann/\n├───.cache/\n│   └───_a_\n└───app.py');
  expect(drawn).toContain('<em>more</em>');
  expect(html('A │ separates.\n└ closes.')).not.toContain('<pre>');
});
