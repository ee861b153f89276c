import type { View } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import { type Edited, type FigureRow, figuresOf } from './difference.ts';
import styles from './WhatIf.module.css';

interface Props {
  now: View;
  then: View;
  /** What the second weighs where its texts are others. */
  edited: Edited | null;
  names: readonly [string, string];
}

/** Tokens, blocks and omissions of the two contexts, each basis by itself. */
export function Figures({ now, then, edited, names }: Props) {
  return (
    <table className={`${styles.figures} full-width`}>
      <Heads columns={[{ name: 'figure', unseen: true }, ...names, 'difference']} className="text-right regular dim tiny" />
      <tbody>
        {figuresOf(now, then, edited).map((row) => (
          <tr key={row.name} title={row.hint}>
            <th className="text-right regular" scope="row">
              {row.name}
            </th>
            <td className="text-right regular">{figure(row.now, row.about)}</td>
            <td className="text-right regular">{figure(row.instead, row.about)}</td>
            <td className="text-right regular">{difference(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const figure = (value: number | null, about: boolean): string =>
  value === null ? '–' : `${about && value > 0 ? '~' : ''}${formatNumber(value)}`;

const difference = ({ name, now, instead, about }: FigureRow): string => {
  if (now === null || instead === null) return '';
  if (now === instead) return 'the same';
  const less = name === 'blocks' || name === 'left out' ? 'fewer' : 'less';
  return `${figure(Math.abs(instead - now), about)} ${instead > now ? 'more' : less}`;
};
