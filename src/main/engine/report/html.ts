import type { Document, Row, Section } from './document.ts';
import { escaped } from './escape.ts';
import { number } from './figures.ts';
import { factsOf, rowOf } from './html-rows.ts';
import { POLICY, STYLE } from './html-style.ts';
import { colourOf } from './palette.ts';
import { byPage, svgOf } from './svg.ts';

/** Prompts that the table of contents names. */
const MOST_PROMPTS = 150;

const idOf = (section: Section, at: number): string => `${section.id}-${at + 1}`;

const isPrompt = (row: Row): boolean => row.type === 'block' && row.head.tone === 'user';

const firstWords = (row: Row): string =>
  row.type === 'block' ? (row.pieces[0]?.text ?? '').trimStart().slice(0, 80).toWellFormed().replace(/\s+/g, ' ') : '';

/** The prompts of a person within a section, for who looks for a place in a long context. */
const promptsOf = (section: Section): string => {
  const prompts = section.rows.flatMap((row, at) => (isPrompt(row) ? [{ row, id: idOf(section, at) }] : []));
  if (prompts.length < 2) return '';
  const items = prompts
    .slice(0, MOST_PROMPTS)
    .map(({ row, id }) => `<li><a href="#${id}">${escaped(firstWords(row) || '(empty)')}</a></li>`);
  const more = prompts.length - MOST_PROMPTS;
  return `<ul>${items.join('')}${more > 0 ? `<li>and ${number(more)} more prompts</li>` : ''}</ul>`;
};

const contents = ({ sections }: Document): string => {
  const items = sections.map((section) => `<li><a href="#${section.id}">${escaped(section.title)}</a>${promptsOf(section)}</li>`);
  return `<nav aria-label="Contents"><details open><summary><b>Contents</b></summary><ul>${items.join('')}<li><a href="#about">About this report</a></li></ul></details></nav>`;
};

/** Where the tokens go, one stretch for each run of blocks of one colour. */
const stripOf = ({ strip }: Document): string => {
  const whole = strip.reduce((sum, { value }) => sum + value, 0);
  if (whole === 0) return '';
  let at = 0;
  const runs: { colour: string; from: number; to: number }[] = [];
  for (const { tone, value } of strip) {
    const colour = colourOf(tone);
    const last = runs.at(-1);
    const to = at + (value / whole) * 1000;
    if (last?.colour === colour) last.to = to;
    else runs.push({ colour, from: at, to });
    at = to;
  }
  const rects = runs.map(
    ({ colour, from, to }) => `<rect x="${from.toFixed(2)}" width="${(to - from).toFixed(2)}" height="10" fill="var(--${colour})"/>`,
  );
  return `<svg class="strip" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="Where the tokens go">${rects.join('')}</svg>`;
};

const headerOf = (document: Document): string => {
  const figures = document.figures.map(({ value, words }) => `<span><b>${escaped(value)}</b> ${escaped(words)}</span>`).join('');
  const notes = document.notes.map((note) => `<p class="note">${escaped(note)}</p>`).join('');
  const graph = document.graph === null ? '' : `<figure class="graph">${svgOf(document.graph, document.title, byPage)}</figure>`;
  return `<header><h1>${escaped(document.title)}</h1><p class="lead">${escaped(document.lead)}</p><p class="figures">${figures}</p>${stripOf(document)}${notes}</header>${graph}`;
};

function* sectionOf(section: Section, wrote: () => void): Generator<string> {
  const lead = section.lead === '' ? '' : `<p class="lead">${escaped(section.lead)}</p>`;
  yield `<section id="${section.id}"><h2>${escaped(section.title)}</h2>${lead}`;
  for (const [at, row] of section.rows.entries()) {
    if (at > 0) yield '\n';
    yield* rowOf(row, idOf(section, at));
    wrote();
  }
  yield '</section>\n';
}

/**
 * A report as one HTML file, in pieces of about the size of one text: no script, nothing from elsewhere, every text of a log escaped.
 * `wrote` is notified of each row of a section. Pure.
 */
export function* htmlOf(document: Document, wrote: () => void = () => {}): Generator<string> {
  const wide = document.kind === 'context' ? '' : ' wide';
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Tapescope">
<title>${escaped(document.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="page${wide}">
${contents(document)}
<main>
${headerOf(document)}
`;
  for (const section of document.sections) yield* sectionOf(section, wrote);
  yield `<footer id="about"><h2>About this report</h2>${factsOf(document.facts)}</footer>
</main>
</div>
</body>
</html>
`;
}
