import type { Finding, ReportFormat } from '../../../shared/model/index.ts';
import { FINDING_KINDS } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Document } from './document.ts';
import { count, moment, number } from './figures.ts';
import { htmlOf } from './html.ts';
import { markdownOf } from './markdown.ts';
import { mermaidOf } from './mermaid.ts';
import { svgOf } from './svg.ts';

/** What was removed, by kind and count, and what a reader let stand: "2 keys in 3 places, 1 mail address". */
export function redactedWords(findings: readonly Finding[], keep: ReadonlySet<string>): string {
  const words = Object.entries(FINDING_KINDS).flatMap(([kind, [one, many]]) => {
    const taken = findings.filter((finding) => finding.kind === kind && !keep.has(finding.id));
    if (taken.length === 0) return [];
    const places = taken.reduce((sum, finding) => sum + finding.count, 0);
    return [`${count(taken.length, one, many)}${places > taken.length ? ` in ${number(places)} places` : ''}`];
  });
  const kept = findings.filter(({ id }) => keep.has(id)).length;
  return [words.join(', ') || 'nothing', kept > 0 ? `${count(kept, 'finding')} left as ${kept === 1 ? 'it is' : 'they are'}` : '']
    .filter(Boolean)
    .join('; ');
}

/** The document with the facts that end each report. */
export function signed(document: Document, redacted: string, version: string, now: number): Document {
  return {
    ...document,
    facts: [...document.facts, { name: 'redacted', value: redacted }, { name: 'made by', value: `Tapescope ${version}, ${moment(now)}` }],
  };
}

const MEDIA: Record<ReportFormat, { media: string; ending: string }> = {
  markdown: { media: 'text/markdown', ending: 'md' },
  html: { media: 'text/html', ending: 'html' },
  mermaid: { media: 'text/vnd.mermaid', ending: 'mmd' },
  svg: { media: 'image/svg+xml', ending: 'svg' },
};

const render = (document: Document, format: ReportFormat, wrote: () => void): Iterable<string> => {
  if (format === 'markdown') return markdownOf(document, wrote);
  if (format === 'html') return htmlOf(document, wrote);
  if (document.graph === null)
    throw new TapeError(
      'bad-input',
      `Only the handoff graph can be drawn as ${format === 'svg' ? 'SVG' : 'Mermaid'}; take Markdown or HTML.`,
    );
  return [format === 'svg' ? svgOf(document.graph, document.title) : mermaidOf(document.graph)];
};

/** Letters and digits of a title, for a file name that every system takes. */
const slug = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '') || 'report';

/**
 * A redacted document in a format, written while its pieces are taken, and what its file may be called. `wrote` is notified of each row of a
 * section. Throws TapeError('bad-input') for a format that does not fit.
 */
export function made(
  document: Document,
  format: ReportFormat,
  wrote: () => void,
): { pieces: Iterable<string>; name: string; media: string } {
  const { media, ending } = MEDIA[format];
  const step = document.kind === 'context' ? (document.facts.find(({ name }) => name === 'step')?.value.replace(/\D/g, '') ?? '') : '';
  return {
    pieces: render(document, format, wrote),
    name: `${[slug(document.title), document.kind, step].filter(Boolean).join('-')}.${ending}`,
    media,
  };
}
