import { letterOf } from '../../../../shared/model/compare.ts';
import type { ReportFormat, ReportSubject } from '../../../../shared/model/index.ts';
import { placeAt, type Spot } from '../../data/hooks.ts';
import type { Place } from '../../state/hash.ts';
import { formatNumber } from '../../ui/format.ts';
import { secondOf } from '../compare/figures.ts';

export type SubjectType = ReportSubject['type'];

/** PNG is made in the window, from the SVG. */
export type FileFormat = ReportFormat | 'png';

/** One thing that can be exported from here; without a subject it says why it cannot. */
export interface Offer {
  readonly type: SubjectType;
  readonly name: string;
  readonly what: string;
  readonly subject: ReportSubject | null;
}

/** What can be exported at a place. `spot` is under the playhead; null until the tape is known. `second` is the side that is compared with the first. */
export function offersAt(
  place: Pick<Place, 'tape' | 'policy' | 'sides'>,
  spot: Spot | null,
  { family, second, allSides }: { family: boolean; second: number; allSides: boolean },
): Offer[] {
  const { tape, policy, sides } = place;
  const pairs = pairsOf(sides, second).slice(0, allSides ? undefined : 1);
  if (tape === null) return [];
  return [
    {
      type: 'view',
      name: 'Context',
      what:
        spot === null
          ? 'The tape is still loading.'
          : spot === 'next'
            ? 'What the next request would send, with the text of each block.'
            : `What step ${formatNumber(spot)} received, with the text of each block.`,
      subject: spot === null ? null : { type: 'view', tape, ...placeAt(spot), policy },
    },
    {
      type: 'compare',
      name: 'Comparison',
      what:
        sides.length < 2
          ? 'Needs a comparison: press d at two requests.'
          : pairs.length > 1
            ? `Each of the other sides next to ${letterOf(0)}, block by block.`
            : `${letterOf(0)} and ${letterOf(pairs[0]?.[1] ?? 1)} of the comparison, block by block.`,
      subject: sides.length < 2 ? null : { type: 'compare', sides: sides.map((side) => ({ ...side })), pairs },
    },
    {
      type: 'handoffs',
      name: 'Handoffs',
      what: 'All phases, their states, and what each handed over.',
      subject: { type: 'handoffs', tape, family },
    },
  ];
}

/** Each side next to the first one; what is on screen comes first. */
const pairsOf = (sides: Place['sides'], second: number): [number, number][] => {
  const shown = secondOf(sides, second);
  const others = Array.from({ length: sides.length - 1 }, (_, at) => at + 1).filter((at) => at !== shown);
  return [shown, ...others].map((at) => [0, at]);
};

/** The subject of the view that is open; views that have no export of their own give the context. */
export function subjectOfPanel(panel: Place['panel']): SubjectType {
  if (panel === 'compare' || panel === 'handoffs') return panel;
  return 'view';
}

const NAMES: Record<FileFormat, string> = { html: 'HTML page', markdown: 'Markdown', svg: 'SVG', png: 'PNG picture', mermaid: 'Mermaid' };

export function formatName(format: FileFormat): string {
  return NAMES[format];
}

/** What a subject can be written as; a picture is of the graph alone. */
export function formatsOf(type: SubjectType): readonly FileFormat[] {
  return type === 'handoffs' ? ['html', 'markdown', 'svg', 'png', 'mermaid'] : ['html', 'markdown'];
}
