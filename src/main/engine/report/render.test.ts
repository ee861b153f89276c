import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Annotation } from '../../../shared/model/index.ts';
import { mapTexts } from './document.ts';
import { handoffsDocument } from './handoffs.ts';
import { htmlOf } from './html.ts';
import { STYLE } from './html-style.ts';
import { markdownOf } from './markdown.ts';
import { mermaidOf } from './mermaid.ts';
import { PALETTE, SCALE } from './palette.ts';
import { svgOf } from './svg.ts';
import { fitted, measure, wrap } from './svg-text.ts';
import { documentWith, drawnHandoffs, TAPE, whole } from './testing.ts';

const NASTY = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='x",
  '</style><style>*{}',
  ']]>',
  '-->',
  '<!--',
  '&lt;',
  '\u0000\u202e\ud800',
  '```\n# h\n```',
  '\n---\n',
  '](javascript:x)',
  '| a | b |',
  '"] --> x["',
  '#quot;',
  'end',
];
const hostile = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...NASTY)).map((all) => all.join('')),
);

/** Tags with their attributes, without what a text decides: places and widths. */
const tags = (text: string): string[] =>
  (text.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/ (?:x|y|width|height|viewBox)="[^"]*"/g, ''));

describe('a page', () => {
  test('has the same elements whatever the texts say', () => {
    const page = (text: string): string[] =>
      tags(whole(htmlOf({ ...documentWith(text), graph: null }))).filter((tag) => !/^<.?mark/.test(tag));
    const plain = page('word');
    fc.assert(
      fc.property(hostile, (text) => {
        // Short, so that nothing is folded; not empty, as empty texts leave their elements out.
        const short = `w${text.replace(/\s/g, ' ').slice(0, 60)}`;
        expect(page(short)).toEqual(plain);
      }),
    );
  });

  test('has no script, no handler, no address of anything else, and a policy that allows none', () => {
    const page = whole(htmlOf(documentWith(NASTY.join(' '))));
    const elements = tags(page).join('');
    expect(elements).not.toMatch(/<(?:script|img|iframe|object|embed|link|base|form)\b/i);
    expect(elements).not.toMatch(/\s(?:on\w+|style|src|action)=/i);
    expect(elements.match(/href="[^#][^"]*"/g)).toBeNull();
    expect(page).toContain('default-src &#39;none&#39;; style-src &#39;sha256-');
    for (const character of ['\u0000', '\u202e', '\ud800']) expect(page.includes(character)).toBe(false);
  });

  test('folds a long text, says what was cut, and shows each side of a change', () => {
    const page = whole(htmlOf(documentWith('a line of a log\n'.repeat(200))));
    expect(page).toContain('3,200 characters');
    expect(page).toContain('3 characters more are not in this report.');
    expect(page).toContain('<mark class="b"> and more</mark>');
    expect(page.match(/class="none"/g)).toHaveLength(2);
  });

  test('has the colours and sizes of the window', () => {
    const tokens = readFileSync(new URL('../../../renderer/src/ui/tokens.css', import.meta.url), 'utf8');
    for (const [name, [light, dark]] of Object.entries(PALETTE)) expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`);
    for (const [name, size] of Object.entries(SCALE)) expect(tokens).toContain(`--${name}: ${size};`);
    for (const [, name] of STYLE.matchAll(/var\(--([\w-]+)\)/g))
      expect([...Object.keys(PALETTE), ...Object.keys(SCALE), 'ui', 'code', 'hatch', 'tone']).toContain(name);
  });
});

describe('Markdown', () => {
  test('nothing of a log leaves its fence or begins a line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const outside: string[] = [];
        let fence = '';
        for (const line of whole(markdownOf(documentWith(`w${text}`))).split('\n')) {
          const [run = ''] = /^`{3,}/.exec(line) ?? [];
          if (fence === '' && run !== '') fence = run;
          else if (fence !== '' && line === fence) fence = '';
          else if (fence === '') outside.push(line);
        }
        expect(fence).toBe('');
        // What is outside is ours: a heading, a bullet, a quotation, a row, or words that begin with ours.
        for (const line of outside) expect(line).toMatch(/^(?:$|#{1,4} |- |> |\| |\|( --- \|)+$|\*|w)/);
        expect(outside.join('\n').replace(/\\./g, '')).not.toMatch(/<|\]\(/);
      }),
    );
  });
});

describe('the graph', () => {
  test('as Mermaid and SVG is made of the same lines and elements whatever the texts say', () => {
    const shape = (text: string): string[] =>
      text
        .split('\n')
        .map((line) => line.replace(/"[^"]*"/g, '""'))
        .filter(Boolean);
    const plain = documentWith('word').graph;
    if (!plain) throw new Error('There is a graph.');
    const lines = shape(mermaidOf(plain));
    const elements = tags(svgOf(plain, 'word'));
    fc.assert(
      fc.property(hostile, (text) => {
        const short = `w${text.replace(/\s/g, ' ').slice(0, 8)}`;
        const graph = mapTexts(plain, (own) => (own === 'word' ? short : own));
        expect(shape(mermaidOf(graph))).toEqual(lines);
        expect(tags(svgOf(graph, short))).toEqual(elements);
      }),
    );
  });

  test('goes down where it is too long to be read across', () => {
    const lane = (cards: number) => ({ title: 't', cards: Array.from({ length: cards }, (_, at) => at) });
    const first = (cards: number) => mermaidOf({ lanes: [lane(1), lane(cards)], cards: [], edges: [] }).split('\n')[0];
    expect([first(4), first(5)]).toEqual(['flowchart LR', 'flowchart TD']);
  });

  test('draws each phase, each arrow, and says what never reached the model', () => {
    const handoffs = drawnHandoffs();
    const { graph } = handoffsDocument({ tape: TAPE, handoffs, stateOf: () => null, annotations: [], notes: [] });
    if (!graph) throw new Error('There is a graph.');
    const svg = svgOf(graph, 'Ship');
    expect(svg.match(/<g>/g)).toHaveLength(handoffs.phases.length);
    expect(svg.match(/<path d="M[\d.]+ [\d.]+l-(7|3\.5) /g)).toHaveLength(handoffs.edges.length);
    expect(svg).toContain('state not sent to the model');
    expect(svg).toContain('stroke-dasharray="4 3"');
    expect(svg).not.toMatch(/var\(|<style|<script|href/);
    expect(mermaidOf(graph)).toContain('p1 -.->|"state not sent to the model<br/>402 entries left behind"| p2');
  });

  test('draws a merge back to the parent, with all of its words in the picture', () => {
    const handoffs = drawnHandoffs();
    handoffs.edges.push({ from: 7, to: 2, type: 'merge', carried: ['4 entries', '1 already there'], left: 2, leftTokens: null });
    const { graph } = handoffsDocument({ tape: TAPE, handoffs, stateOf: () => null, annotations: [], notes: [] });
    if (!graph) throw new Error('There is a graph.');
    const svg = svgOf(graph, 'Ship');
    expect(svg).toContain('merged back: 4 entries');
    const height = Number(/height="(\d+)"/.exec(svg)?.[1]);
    const places = [...svg.matchAll(/<text x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(Math.max(...places)).toBeLessThan(height);
    expect(mermaidOf(graph)).toContain(
      'p7 -->|"merged back: 4 entries, 1 already there, into implement<br/>2 entries left in the fork"| p2',
    );
  });

  test('cuts a text before it is too wide', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 40, max: 200 }), (text, width) => {
        expect(measure(fitted(text, width, 11), 11)).toBeLessThanOrEqual(width);
        const lines = wrap(text, width, 11, 2);
        expect(lines.length).toBeLessThanOrEqual(2);
        for (const line of lines) expect(measure(line, 11)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

test('the states of phases and the way from one to the next are in the report', () => {
  const state = { text: '{"summary":"Discovery complete."}', chars: 400 };
  const document = handoffsDocument({
    tape: TAPE,
    handoffs: drawnHandoffs(),
    stateOf: ({ name }) => (name === 'discovery' ? state : null),
    annotations: [REMARK, { ...REMARK, tape: 'other', text: 'Of another tape.' }],
    notes: [],
  });
  const page = whole(markdownOf(document));
  expect(document.sections).toHaveLength(9);
  expect(page).toContain('{"summary":"Discovery complete."}');
  expect(page).toContain('367 characters more');
  expect(page).toContain('| \\#2 | doubtful | Half of it was read. |');
  expect(page).not.toContain('Of another tape.');
  expect(page).toContain('- from session/start: handoff: summary, 3 source ids carried; 121 entries left behind (about 9,000 tokens)');
  expect(page).toContain('- reached the model: The state is in no message of the first request.');
});

const REMARK: Annotation = {
  id: 'r',
  tape: 'one',
  file: '/tapes/one.jsonl',
  target: { type: 'entry', seq: 2 },
  text: 'Half of it was read.',
  label: 'doubtful',
  written: 0,
  changed: 0,
  stale: false,
};
