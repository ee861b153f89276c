import { count, formatNumber } from '../../ui/format.ts';
import { kindColour, kindHint, kindWord } from '../../ui/kinds.ts';
import { Option } from '../../ui/Option.tsx';
import { Bar } from '../../ui/Skeleton.tsx';
import { emptyWords, tokensLong, tokensShort } from '../context/figures.ts';
import { usePreview } from '../context/usePreview.ts';
import styles from './ChangeRow.module.css';
import type { ChangesRow, Group } from './rows.ts';

interface Props {
  tape: string;
  row: ChangesRow;
  id: string;
  active: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

const headings: Record<Group, string> = { added: 'added', gone: 'removed', changed: 'changed' };
const signs: Record<Group, string> = { added: '+', gone: '−', changed: '~' };

/** One entry of a difference, or the heading of its group. */
export function ChangeRow({ row, ...rest }: Props) {
  if (row.type === 'head')
    return (
      <p className={`${styles.group} tiny regular leading-18 dim pad-top-2 pad-x-4`} role="presentation">
        <b className="ink">{count(row.count, 'block')}</b> {headings[row.group]}
      </p>
    );
  if (row.type === 'more')
    return (
      <p className={`${styles.group} tiny regular leading-18 dim pad-top-2 pad-x-4`} role="presentation">
        and {formatNumber(row.count)} more, counted and not listed
      </p>
    );
  return <Line {...rest} row={row} />;
}

const Line = ({ tape, row: { group, change }, id, active, onPoint, onOpen }: Props & { row: ChangesRow & { type: 'change' } }) => {
  const { request } = change;
  const preview = usePreview(tape, request ? null : change.seq);
  const text = request?.text ?? preview?.text ?? '';
  return (
    <Option
      id={id}
      active={active}
      className={`${styles.row} grid full-width gap-x-2 line-below text-left cursor-default selected-shade`}
      data-group={group}
      onPoint={onPoint}
      onClick={onOpen}
    >
      <span className={`${styles.sign} leading-18 dim`} aria-hidden="true">
        {signs[group]}
      </span>
      <span className="unseen">{`${headings[group]}: `}</span>
      <span className="swatch semibold leading-18 cut" style={{ color: kindColour(change.tone) }} title={kindHint(change.tone)}>
        {kindWord(change.tone)}
      </span>
      <span className="grid shrink-x">
        <span className={`${styles.text} cut code`}>
          {preview === undefined && !request ? (
            <Bar width={`${35 + ((change.seq * 13) % 50)}%`} />
          ) : (
            text.replace(/\s+/g, ' ') || emptyWords(change)
          )}
        </span>
        <span className="tiny leading-16 dim cut">{change.why}</span>
      </span>
      <span className={`${styles.weight} tiny leading-18 dim text-right`} title={tokensLong(change.tokens)}>
        {tokensShort(change.tokens)}
        <span className={`${styles.seq} block leading-16 faint`}>{request ? 'request' : `#${change.seq}`}</span>
      </span>
    </Option>
  );
};
