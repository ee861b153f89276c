import type { Output } from '../../../../shared/rpc/contract.ts';
import { formatNumber } from '../../ui/format.ts';
import { SECTION_WORDS } from './labels.ts';
import styles from './TokenBar.module.css';

/** Where the tokens of a file go, section by section, against what its tier may have. A click goes to the section. */
export function TokenBar({ context, onChoose }: { context: Output<'float.context'>; onChoose: (section: string) => void }) {
  const { tokens, budget, sections, state, onDisk } = context;
  const whole = Math.max(tokens, budget ?? tokens, 1);
  const width = (part: number) => ({ width: `${(100 * part) / whole}%` });
  const left = budget === null ? null : budget - tokens;
  return (
    <div className="grid rigid gap-1 pad-x-4 pad-top-2 pad-bottom-3 line-below">
      <p className="small dim">
        <b className="ink">{formatNumber(tokens)}</b> counted
        {budget === null
          ? ' · no budget'
          : left !== null && left >= 0
            ? ` of ${formatNumber(budget)} · ${formatNumber(left)} left`
            : ` · ${formatNumber(-(left ?? 0))} over ${formatNumber(budget)}`}
        {onDisk !== null && state !== 'current' && state !== 'over-budget' && ' · as it would be built now'}
      </p>
      <div className={`${styles.strip} row clip on-sunk round-small`} data-over={left !== null && left < 0}>
        {sections.map(({ name, tokens: part }, at) => (
          <button
            key={name}
            type="button"
            style={width(part)}
            data-even={at % 2 === 0}
            title={`${SECTION_WORDS[name] ?? name}: ${formatNumber(part)} tokens`}
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => onChoose(name)}
          />
        ))}
      </div>
      <p className="row wrap gap-x-3 tiny dim">
        {sections.map(({ name, tokens: part }) => (
          <button key={name} type="button" className="hover-link" onClick={() => onChoose(name)}>
            {SECTION_WORDS[name] ?? name} <b className="semibold ink">{formatNumber(part)}</b>
          </button>
        ))}
      </p>
    </div>
  );
}
