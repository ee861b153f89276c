import { sep } from 'node:path';
import type { Finding, ReportSubject } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { realPath } from '../../engine/disk/disk.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { json, POINTS, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { choiceOf, policyOf, textOf } from '../options.ts';
import { contextOf, namedAt, placeIn, wholeTape } from '../points.ts';
import { keptIn, REDACT, redactionOf, writeOut } from '../redaction.ts';
import { indexedFor } from '../scope.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [
    { name: 'policy', value: 'P', description: 'as for tape view (default: as-recorded)' },
    { name: 'with', value: 'POINT', offers: 'file', description: 'compare with the context of another point: ID@12, or ID@12:full' },
    { name: 'handoffs', description: 'the phases of the tape and what they handed over, not a context' },
    { name: 'family', description: 'with --handoffs: those of the tapes that belong together' },
    {
      name: 'format',
      value: 'F',
      offers: ['markdown', 'html', 'mermaid', 'svg'],
      description: 'markdown, html, or for --handoffs mermaid or svg (default: markdown)',
    },
    REDACT,
    { name: 'without-annotations', description: 'leave out annotations' },
    { name: 'review', description: 'list what would be redacted, and write nothing' },
    { name: 'out', value: 'FILE', offers: 'file', description: 'write to FILE, which must not exist; otherwise print' },
    { name: 'force', description: 'with --out: replace FILE if it exists' },
    ...WHICH,
    json,
  ],
  notes: [
    `${POINTS} Without a point it is the newest step.`,
    'Keys, tokens, passwords, mail addresses, home paths and IP addresses are found by pattern and redacted unless --redact says otherwise. Phone numbers (phone), bank accounts (iban), cards (card), social security numbers (ssn), hardware addresses (mac), secrets in base64 (encoded), hex strings (hex) and bare login names (login) are redacted if --redact names them or the settings do: --redact all,phone. stderr lists what was redacted. Patterns do not find every secret: read --review and the report.',
    'An HTML report is one file without script; it loads nothing.',
  ],
  example: ['tape report session.jsonl@12 --format html --out step-12.html', 'writes what step 12 saw as one page'],
  run,
};

const subjectOf = async (session: Session, given: Given): Promise<ReportSubject> => {
  const { options } = given;
  if (options.handoffs) {
    if (options.with !== undefined || options.policy !== undefined)
      throw new TapeError('bad-input', '--handoffs is about a whole tape: leave out --with and --policy.');
    return { type: 'handoffs', tape: (await wholeTape(session, given, 'report --handoffs')).id, family: options.family === true };
  }
  if (options.family) throw new TapeError('bad-input', '--family goes with --handoffs.');
  const policy = policyOf(given);
  const { row, point } = await namedAt(session, given);
  const place: Place = point !== null ? placeIn(point, 'context to report') : row.steps === 0 ? { next: true } : { step: row.steps };
  await indexedFor(policy, row, session);
  const other = textOf(given, 'with');
  if (other === undefined) return { type: 'view', tape: row.id, ...place, policy };
  return { type: 'compare', sides: [{ tape: row.id, ...place, policy }, await contextOf(session, other)], pairs: [[0, 1]] };
};

const pagesOf = async ({ call }: Session, id: string): Promise<string[]> => {
  const pages: string[] = [];
  for (let at: number | null = 0; at !== null; ) {
    const page: { text: string; next: number | null } = await call('report.page', { id, at });
    pages.push(page.text);
    at = page.next;
  }
  return pages;
};

/** Sources are never written to: a report does not take the place of a log, nor of what is in a native tape. */
const refuseSources = ({ engine }: Session, file: string): void => {
  const place = realPath(file);
  const source = engine.catalog.tapes().find((tape) => place === tape.file || place.startsWith(`${tape.file}${sep}`));
  if (source) throw new TapeError('refused', `${file} is a log, or part of a tape: a report never overwrites one.`, { path: file });
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const { options } = given;
  const format = choiceOf(given, 'format', ['markdown', 'html', 'mermaid', 'svg']);
  const redaction = redactionOf(given);
  const out = textOf(given, 'out');
  if (options.force && out === undefined) throw new TapeError('bad-input', '--force goes with --out.');
  const annotations = options['without-annotations'] !== true;
  const open = await session();
  const subject = await subjectOf(open, given);
  const also = [...new Set([...redaction.also, ...(redaction.all ? open.engine.settings().redact : [])])];
  const { findings, notes, chars } = await open.call('report.review', { subject, annotations, also });
  if (options.review) {
    if (json) terminal.json({ findings, notes, chars });
    else terminal.print(formatFindings(findings, notes, terminal.layout));
    return undefined;
  }
  const keep = keptIn(redaction, findings);
  const report = await open.call('report.make', { subject, format, keep, annotations, also });
  const pages = await pagesOf(open, report.id);
  if (out !== undefined) refuseSources(open, out);
  if (out !== undefined) writeOut(out, pages, options.force === true);
  if (json) {
    const { media, name } = report;
    terminal.json({
      format,
      media,
      name,
      chars: report.chars,
      redacted: findings.length - keep.length,
      kept: keep.length,
      ...(out === undefined ? { text: pages.join('') } : { file: out }),
    });
    return undefined;
  }
  const { redactedWords } = await import('../../engine/report/make.ts');
  if (findings.length > 0) terminal.warn(`Redacted: ${redactedWords(findings, new Set(keep))}.`, false);
  if (out === undefined) await terminal.raw(pages);
  else terminal.print([`${out}: ${plural(report.chars, 'character')} of ${format}`]);
  return undefined;
}

const AROUND = 24;

/** One line for each thing that would be removed, with its first place; the private text is on the screen of who asked for it. */
const formatFindings = (findings: readonly Finding[], notes: readonly string[], { style }: Layout): string[] => {
  if (findings.length === 0) return ['Nothing looks private. Patterns do not find every secret: read the report.'];
  const places = findings.reduce((sum, finding) => sum + finding.count, 0);
  const lines = findings.flatMap(({ what, text, becomes, count: times, before, after }) => [
    `${style.bold(what)} ${clean(text).slice(0, 60)} ${style.dim(`→ ${clean(becomes)}${times > 1 ? ` · ${count(times)} ×` : ''}`)}`,
    style.dim(`  …${clean(before.slice(-AROUND))}▮${clean(after.slice(0, AROUND))}…`),
  ]);
  return [...lines, '', `${plural(findings.length, 'finding')} in ${plural(places, 'place')}`, ...notes];
};
