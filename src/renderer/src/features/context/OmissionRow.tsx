import type { Omission } from '../../../../shared/model/index.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { kindsWords, omissionTokens } from './figures.ts';
import { SlimRow } from './SlimRow.tsx';

interface Props {
  omission: Omission;
  open: boolean;
  /** The selected entry, where it is one of those left out. */
  holds: number | null;
}

/** What the model did not get here, how much of it, and why: a thin line, so that reading continues. The row opens in place. */
export function OmissionRow({ omission, open, holds }: Props) {
  const kinds = kindsWords(omission.byKind);
  const entries = count(omission.count, 'entry', 'entries');
  return (
    <SlimRow
      absent
      weight={omissionTokens(omission)}
      title={`${entries} ${omission.note}${kinds && `: ${kinds}`}`}
      action={
        <button type="button" tabIndex={-1} className="dim link hover-ink" aria-expanded={open} data-toggle>
          {open ? 'hide' : 'show'}
        </button>
      }
    >
      <span className="max-full cut">
        <b>{entries}</b> {omission.note}
        {holds !== null && <span className="head"> · holds #{formatNumber(holds)}</span>}
      </span>
      <span className="push faint">{kinds}</span>
    </SlimRow>
  );
}
