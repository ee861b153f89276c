import type { BuildReceipt, FloatFolder, FloatLogEntry, FloatStatus, ScanReceipt, ValidateRow } from '../../../shared/model/float.ts';
import type { GenerateReceipt } from '../../engine/float/generate.ts';
import { clean } from '../format/clean.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { relative } from '../format/time.ts';
import { truncate } from '../format/width.ts';
import { wrap } from '../format/wrap.ts';

// Answers of `float` for people: few lines, the numbers first, what to do next last and quiet.

const MOST = 12;
const NOTHING_KNOWN = 'No folder is known yet. Next: float scan';

/** The first few of a long list; the rest is a number. */
const some = (lines: readonly string[], { style }: Layout): string[] =>
  lines.length <= MOST ? [...lines] : [...lines.slice(0, MOST), style.dim(`  … and ${count(lines.length - MOST)} more`)];

const failures = (list: readonly { path: string; reason: string }[], layout: Layout): string[] =>
  some(
    list.map(({ path, reason }) => `${layout.style.bad('!')} ${clean(path)}: ${clean(reason)}`),
    layout,
  );

/** Folders whose context files a change made stale, where there is something to build. */
export function staleLine(stale: readonly string[], { style }: Layout): string[] {
  return stale.length === 0 ? [] : [style.dim(`The context files of ${plural(stale.length, 'folder')} are stale now: float build --stale`)];
}

/** Folders whose texts wait; those in one of them go where it goes. */
const keptLines = ({ keptFolders, newFolders, movedFolders }: ScanReceipt): string[] =>
  keptFolders
    .filter((path) => !keptFolders.some((above) => path.startsWith(`${above}/`)))
    .map((path) => {
      const renamed = newFolders.length > movedFolders.length ? `. If it was renamed: float move ${clean(path)} NEW` : '';
      return `  ${clean(path)} is gone; what was written about it is kept${renamed}`;
    });

export function scanLines(receipt: ScanReceipt, layout: Layout): string[] {
  const { folders, files, hashed, added, changed, removed, newFolders, goneFolders, movedFolders, stale, skipped } = receipt;
  const parts = [
    added > 0 && `${plural(added, 'file')} added`,
    changed > 0 && `${count(changed)} changed`,
    removed > 0 && `${count(removed)} removed`,
    newFolders.length > 0 && `${plural(newFolders.length, 'folder')} new`,
    goneFolders.length > 0 && `${count(goneFolders.length)} gone`,
  ].filter((part) => part !== false);
  return [
    `${plural(folders, 'folder')}, ${plural(files, 'file')}, ${count(hashed)} read: ${parts.length === 0 ? 'nothing changed' : parts.join(', ')}.`,
    ...some(
      movedFolders.map(({ from, to }) => `  ${clean(from)} is ${clean(to)} now`),
      layout,
    ),
    ...some(keptLines(receipt), layout),
    ...some(
      skipped.map(({ path, reason }) => layout.style.dim(`  left out ${clean(path)}: ${clean(reason)}`)),
      layout,
    ),
    ...staleLine(stale, layout),
  ];
}

/** `known`: whether there is a folder in the database. */
export function buildLines({ written, unchanged, removed, folders }: BuildReceipt, layout: Layout, known: boolean): string[] {
  if (folders === 0 && removed.length === 0) return [known ? 'Nothing to build.' : NOTHING_KNOWN];
  const parts = [
    `${plural(written.length, 'file')} written`,
    unchanged > 0 && `${plural(unchanged, 'folder')} unchanged`,
    removed.length > 0 && `${count(removed.length)} removed`,
  ].filter((part) => part !== false);
  return [
    `${plural(folders, 'folder')}: ${parts.join(', ')}.`,
    ...some(
      written.map((file) => layout.style.dim(`  ${clean(file)}`)),
      layout,
    ),
  ];
}

export function generateLines({ described, kept, silent, failed, references, stale }: GenerateReceipt, layout: Layout): string[] {
  const parts = [
    `${plural(described.length, 'folder')} described`,
    kept.length > 0 && `${count(kept.length)} kept, written by hand`,
    silent.length > 0 && `${count(silent.length)} with nothing to say`,
    failed.length > 0 && `${count(failed.length)} failed`,
    references.added > 0 && `${plural(references.added, 'reference')} inferred`,
  ].filter((part) => part !== false);
  return [`${parts.join(', ')}.`, ...failures(failed, layout), ...staleLine(stale, layout)];
}

const COLUMNS: readonly Column[] = [{ head: 'STATE' }, { head: 'FILE', grows: true }, { head: 'TOKENS', align: 'right' }];

/** What is not current as a table, and the sum of all. */
export function validateLines(items: readonly ValidateRow[], unscanned: readonly string[], layout: Layout): string[] {
  const wrong = items.filter(({ state }) => state !== 'current');
  if (items.length === 0) return [NOTHING_KNOWN];
  const older = [...unscannedLines(unscanned, layout), ...olderLines(items, layout)];
  const all = unscanned.length === 0 ? 'are current' : 'are as the last scan saw the project';
  if (wrong.length === 0) return [`All ${plural(items.length, 'context file')} ${all}.`, ...older];
  const rows = wrong.map(({ state, file, tokens }): Cell[] => [
    { text: state, paint: layout.style.bad },
    { text: clean(file) },
    { text: tokens === null ? '–' : count(tokens) },
  ]);
  return [
    ...table(rows, COLUMNS, layout),
    '',
    `${count(wrong.length)} of ${plural(items.length, 'context file')} are not current.`,
    ...older,
  ];
}

/** What context files say of these may be false. */
const unscannedLines = (paths: readonly string[], { style, width }: Layout): string[] => {
  if (paths.length === 0) return [];
  const named = `${plural(paths.length, 'path')} changed since the last scan, so float scan comes first: ${clean(paths.join(', '))}`;
  return [style.bad(truncate(named, width))];
};

/** Folders whose text is older than their files: nothing is wrong with their context files, which say so. */
const olderLines = (items: readonly ValidateRow[], { style, width }: Layout): string[] => {
  const older = new Set(items.flatMap(({ state, words, path }) => (state === 'current' && words !== '' && path !== null ? [path] : [])));
  if (older.size === 0) return [];
  const named = `${plural(older.size, 'folder')} with descriptions older than their files: ${clean([...older].join(', '))}`;
  return [style.dim(truncate(named, width))];
};

const LOG: readonly Column[] = [
  { head: 'ID', align: 'right' },
  { head: 'DATE' },
  { head: 'FOLDER', max: 28 },
  { head: 'STATUS' },
  { head: 'DECISION', grows: true },
];

export function decisionLines(items: readonly FloatLogEntry[], layout: Layout): string[] {
  const { style } = layout;
  const rows = items.map((entry): Cell[] => [
    { text: String(entry.id), paint: style.accent },
    { text: entry.date, paint: style.dim },
    { text: clean(entry.folder) },
    { text: entry.status, ...(entry.status === 'superseded' && { paint: style.struck }) },
    { text: clean([entry.title, ...entry.tags.map((tag) => `#${tag}`)].join(' ')) },
  ]);
  return items.length === 0 ? ['No decision is logged here.'] : table(rows, LOG, layout);
}

/** Counts with those of context files that are gone or edited on the disk. */
export type DiskStatus = FloatStatus & { contexts: { missing: number; changed: number } };

const contextsLine = ({ contexts }: DiskStatus): string => {
  const { current, stale, pending, missing, changed } = contexts;
  return [
    `Context files: ${count(current)} current, ${count(stale)} stale, ${count(pending)} never built`,
    ...(missing > 0 ? [`${count(missing)} gone from the disk`] : []),
    ...(changed > 0 ? [`${count(changed)} edited by hand`] : []),
  ].join(', ');
};

export function statusLines(status: DiskStatus, { style, now }: Layout): string[] {
  const { contexts, texts } = status;
  const old = contexts.stale + contexts.pending + contexts.missing + contexts.changed;
  const next =
    status.scannedAt === null
      ? 'float scan'
      : texts.pending === status.folders && contexts.pending > 0
        ? 'float generate, float build'
        : old > 0
          ? 'float build --stale'
          : null;
  return [
    style.bold(clean(status.root)),
    `${plural(status.folders, 'folder')}, ${plural(status.files, 'file')}; ` +
      (status.scannedAt === null ? 'never scanned' : `scanned ${relative(status.scannedAt, now)}`),
    `${plural(status.scopes, 'scope')}, ${plural(status.decisions, 'decision')}, ${plural(status.references, 'reference')}`,
    `Texts: ${count(texts.current)} current, ${count(texts.stale)} older than their files, ${count(texts.pending)} missing`,
    contextsLine(status),
    ...(next === null ? [] : [style.dim(`Next: ${next}`)]),
  ];
}

const by = (who: FloatFolder['descriptionBy'], { style }: Layout): string => (who === null ? '' : style.dim(` (${who})`));

export function folderLines(folder: FloatFolder, layout: Layout): string[] {
  return [
    `${layout.style.bold(clean(folder.path))}${folder.isScope ? ' · scope' : ''} · ${plural(folder.files, 'file')}, ${plural(folder.subfolders, 'folder')}`,
    ...(folder.description === null ? [layout.style.dim('No description yet.')] : wrap(folder.description, layout.width - 12)),
    ...(folder.descriptionBy === null ? [] : [by(folder.descriptionBy, layout).trim()]),
    ...(folder.boot === null ? [] : ['', layout.style.dim('Boot text'), ...wrap(folder.boot, layout.width)]),
    ...(folder.content === null
      ? []
      : ['', `${layout.style.dim('Content')}${by(folder.contentBy, layout)}`, ...wrap(folder.content, layout.width)]),
  ];
}
