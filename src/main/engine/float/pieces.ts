import type { FloatLogEntry, PieceKind, Tier } from '../../../shared/model/float.ts';
import type { Inputs, Related } from './gather.ts';
import { isMarked } from './log.ts';
import { quote } from './quote.ts';
import { firstLine, showPath } from './show.ts';

/** One input in words, as one tier would show it. */
export interface Piece {
  kind: PieceKind;
  /** Names the input among those of its kind. */
  id: string;
  text: string;
  /** Subheading that it is under, '' for none. */
  group: string;
  /** Why this tier does not take it, room or not. */
  out: 'tier' | 'window' | null;
  /** Shown by its first line alone. */
  shortened: boolean;
}

/** Decisions shown of the folder itself and of each scope above, by the seed; those marked are shown however old they are. */
const WINDOW = { here: 5, scope: 2 };
const MOST_SIBLINGS: Record<Tier, number> = { minimal: 0, standard: 24, full: 100, deep: Number.POSITIVE_INFINITY };

/** Every input as a piece, in the order of the file. Nothing is left out here: what this tier does not take says so. */
export function piecesOf(inputs: Inputs, tier: Tier): Piece[] {
  const all = [
    ...boots(inputs),
    ...inputs.chain.map((place) => chainPiece(place, tier)),
    ...more('chain', inputs.moreScopes),
    ...texts(inputs),
    ...inputs.files.map((file) => piece('file', file.name, `- \`${showPath(file.name)}\`${dash(file.description)}\n`)),
    ...decisions(inputs, tier),
    ...navigation(inputs, tier),
  ];
  return tier === 'minimal' ? all.map((one) => (one.kind === 'description' ? one : { ...one, out: 'tier' })) : all;
}

const piece = (kind: PieceKind, id: string, text: string, more: Partial<Piece> = {}): Piece => ({
  kind,
  id,
  text,
  group: '',
  out: null,
  shortened: false,
  ...more,
});

/** What is beyond those that were looked at: only its number is known. */
const more = (kind: PieceKind, number: number): Piece[] => (number === 0 ? [] : [piece(kind, `${number} more`, '', { out: 'window' })]);

const dash = (text: string | null): string => (text === null ? '' : ` — ${firstLine(text)}`);

/** The project's own boot text first, then those of scopes, that of the folder itself last. */
const boots = ({ chain, folder }: Inputs): Piece[] =>
  [...chain, folder].flatMap(({ path, boot, isScope }) => {
    // A folder that is no longer a scope keeps its text, out of sight.
    if (boot === null || !(isScope || path === '/')) return [];
    return piece('boot', path, `${path === '/' ? '' : `### Boot of ${showPath(path)}\n\n`}${quote(boot)}\n\n`);
  });

const chainPiece = ({ path, description }: Inputs['chain'][number], tier: Tier): Piece => {
  const heading = `### ${showPath(path)} ${path === '/' ? '(root)' : '(scope)'}\n`;
  const line = description === null ? 'No description yet.' : tier === 'deep' ? description : firstLine(description);
  return piece('chain', path, `${heading}${quote(line)}\n\n`, { shortened: description !== null && line !== description });
};

const texts = ({ folder }: Inputs): Piece[] => [
  ...(folder.description === null
    ? []
    : [piece('description', folder.path, `${quote(folder.description)}${source(folder.descriptionBy)}${folder.older ? OLDER : ''}\n\n`)]),
  ...(folder.content === null ? [] : [piece('content', folder.path, `${quote(folder.content)}${source(folder.contentBy)}\n\n`)]),
];

const OLDER = '\n\n*Written before the files last changed.*';

const source = (by: string | null): string => (by === 'extracted' ? '\n\n*Extracted from the files, not written by a person.*' : '');

const decisions = (inputs: Inputs, tier: Tier): Piece[] => {
  const seen = new Map<string, number>();
  return inputs.decisions.map((entry) => {
    const here = entry.folder === inputs.folder.path;
    const before = seen.get(entry.folder) ?? 0;
    seen.set(entry.folder, before + 1);
    const recent = before < (here ? WINDOW.here : WINDOW.scope);
    const kind = isMarked(entry) ? 'decision-marked' : here ? 'decision-here' : 'decision-ancestor';
    const out = tier === 'deep' || recent || isMarked(entry) ? null : 'window';
    return piece(kind, String(entry.id), decisionText(entry, tier), { out, group: groupOf(entry, here, recent) });
  });
};

const groupOf = (entry: FloatLogEntry, here: boolean, recent: boolean): string => {
  if (isMarked(entry) && !recent) return 'Architectural or breaking:';
  return here ? `Current folder (${showPath(entry.folder)}):` : `${entry.folder === '/' ? 'Root' : 'Scope'} ${showPath(entry.folder)}:`;
};

const decisionText = (entry: FloatLogEntry, tier: Tier): string => {
  const notes = [...entry.tags, ...(entry.status === 'superseded' ? [`superseded by ${entry.supersededBy ?? 'another'}`] : [])];
  const title = `${entry.date}: ${firstLine(entry.title)}${notes.length === 0 ? '' : ` [${firstLine(notes.join(', '))}]`}`;
  if (tier === 'standard' || tier === 'minimal') return `- ${title}\n`;
  const parts: [string, string | null][] = [
    ['Decision', entry.decision],
    ['Rationale', entry.rationale],
    ...(tier === 'deep'
      ? ([
          ['Before', entry.before],
          ['After', entry.after],
          ['Topic', entry.topic],
        ] satisfies [string, string | null][])
      : []),
  ];
  return `**${title}**\n${parts.flatMap(([name, text]) => (text === null ? [] : [`${quote(`${name}: ${text}`)}\n`])).join('')}\n`;
};

const navigation = (inputs: Inputs, tier: Tier): Piece[] => [
  ...(inputs.parent === null
    ? []
    : [piece('parent', inputs.parent.path, `${showPath(inputs.parent.path)}${inParentheses(inputs.parent.description)}`)]),
  ...inputs.siblings.map((path, at) => piece('sibling', path, `, ${showPath(path)}`, { out: at < MOST_SIBLINGS[tier] ? null : 'window' })),
  ...more('sibling', inputs.moreSiblings),
  ...inputs.children.map(({ path, description }) => piece('child', path, `- ${showPath(path)}${dash(description)}\n`)),
  ...inputs.related.map((reference) => piece('related', reference.to, relatedText(reference, tier))),
];

/** A word about another folder, which has a file of its own. */
const MOST_BESIDE = 120;

const inParentheses = (text: string | null): string => (text === null ? '' : ` (${firstLine(text, MOST_BESIDE)})`);

const relatedText = ({ to, why, origin, target }: Related, tier: Tier): string => {
  const what = target === null ? ' (no longer there)' : inParentheses(target.description);
  const reason = `${why === null ? '' : `: ${firstLine(why)}`}${origin === 'inferred' ? ' [inferred]' : ''}`;
  const content = tier === 'deep' && target?.content ? `\n${quote(target.content.replace(/^/gm, '  '))}\n` : '';
  return `- ${showPath(to)}${what}${reason}\n${content}`;
};
