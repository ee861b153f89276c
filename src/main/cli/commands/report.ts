import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { ReportSubject } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { FINDING_KINDS, type FindingKind, OPTIONAL_KINDS, type OptionalKind } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { realPath } from '../../engine/disk/disk.ts';
import { asUser } from '../../engine/umask.ts';
import type { Given, Run } from '../command.ts';
import { plural } from '../format/number.ts';
import { formatFindings } from '../format/report.ts';
import { choiceOf, policyOf, textOf } from '../options.ts';
import { contextOf, namedAt, placeIn, wholeTape } from '../points.ts';
import { indexedFor } from '../scope.ts';
import type { Session } from '../session.ts';

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
  return { type: 'compare', sides: [{ tape: row.id, ...place, policy }, await contextOf(session, other)], pair: [0, 1] };
};

/** What to take out: `kinds`, or with `all` those that are always looked for and those of the settings; `also` to look for besides. */
interface Redaction {
  all: boolean;
  kinds: ReadonlySet<string>;
  also: OptionalKind[];
}

const isKind = (word: string): word is FindingKind => Object.hasOwn(FINDING_KINDS, word);
const isOptional = (word: string): word is OptionalKind => OPTIONAL_KINDS.some((kind) => kind === word);

const redactionOf = (given: Given): Redaction => {
  const words = (textOf(given, 'redact') ?? 'all').split(',').map((word) => word.trim());
  if (words.length === 1 && words[0] === 'none') return { all: false, kinds: new Set(), also: [] };
  const strange = words.find((word) => word !== 'all' && !isKind(word));
  if (strange !== undefined)
    throw new TapeError('bad-input', `--redact takes all, none, or some of ${Object.keys(FINDING_KINDS).join(', ')}, not "${strange}".`);
  return { all: words.includes('all'), kinds: new Set(words), also: words.filter(isOptional) };
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

/** Sources are never written to: a report does not take the place of a log, nor of what lies in a native tape. */
const refuseSources = ({ engine }: Session, file: string): void => {
  const place = realPath(file);
  const source = engine.catalog.tapes().find((tape) => place === tape.file || place.startsWith(`${tape.file}${sep}`));
  if (source) throw new TapeError('refused', `${file} is a log, or part of a tape: a report never overwrites one.`, { path: file });
};

/** A file that is there is somebody's: it is replaced only with --force. */
const write = (file: string, pages: readonly string[], force: boolean): void => {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new TapeError('bad-input', `${file} is a folder: name a file in it.`, { path: file });
  try {
    const place = asUser(() => openSync(file, force ? 'w' : 'wx'));
    try {
      for (const page of pages) writeFileSync(place, page);
    } finally {
      closeSync(place);
    }
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? failure.code : '';
    if (code === 'EEXIST') throw new TapeError('refused', `${file} exists. Use --force to replace it.`, { path: file });
    throw new TapeError('unwritable', `${file} cannot be written: ${failure instanceof Error ? failure.message : String(failure)}.`, {
      path: file,
    });
  }
};

export const run: Run = async ({ given, json, terminal, session }) => {
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
  const keep = redaction.all ? [] : findings.filter(({ kind }) => !redaction.kinds.has(kind)).map(({ id }) => id);
  const report = await open.call('report.make', { subject, format, keep, annotations, also });
  const pages = await pagesOf(open, report.id);
  if (out !== undefined) refuseSources(open, out);
  if (out !== undefined) write(out, pages, options.force === true);
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
};
