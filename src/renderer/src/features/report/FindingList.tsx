import { type KeyboardEvent, memo } from 'react';
import type { Finding } from '../../../../shared/model/index.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { type Group, groupsOf, oneLine } from './findings.ts';
import styles from './Report.module.css';

type Change = (findings: readonly Finding[], keep: boolean) => void;

interface Props {
  findings: readonly Finding[];
  kept: ReadonlySet<string>;
  /** Lets these be read (`keep`), or has them removed. */
  onChange: Change;
}

/** The box before or after the one that has the focus. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (by === undefined) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const at = boxes.indexOf(event.target as HTMLInputElement);
  const next = boxes[at + by];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
};

/** What was found, by kind, each with its first place. A checked one is removed. */
export function FindingList({ findings, kept, onChange }: Props) {
  return (
    <fieldset aria-label="Findings" onKeyDown={walk}>
      {groupsOf(findings).map((group) => (
        <GroupOf key={group.kind} group={group} kept={kept} onChange={onChange} />
      ))}
    </fieldset>
  );
}

const GroupOf = ({ group, kept, onChange }: { group: Group; kept: Props['kept']; onChange: Change }) => {
  const taken = group.findings.filter(({ id }) => !kept.has(id)).length;
  return (
    <fieldset className={styles.group}>
      <legend className={`${styles.legend} row baseline full-width gap-3 pad-x-4 pad-top-3 pad-bottom-1 small`}>
        <b>{group.name}</b>
        <span>
          {formatNumber(taken)} of {formatNumber(group.findings.length)} removed
        </span>
        <Button
          look="quiet"
          aria-label={`${group.name}: all`}
          disabled={taken === group.findings.length}
          onClick={() => onChange(group.findings, false)}
        >
          all
        </Button>
        <Button look="quiet" aria-label={`${group.name}: none`} disabled={taken === 0} onClick={() => onChange(group.findings, true)}>
          none
        </Button>
      </legend>
      {group.findings.map((finding) => (
        <Line key={finding.id} finding={finding} taken={!kept.has(finding.id)} onChange={onChange} />
      ))}
    </fieldset>
  );
};

interface LineProps {
  finding: Finding;
  taken: boolean;
  onChange: Change;
}

const Line = memo(({ finding, taken, onChange }: LineProps) => {
  const { what, text, becomes, count: times, before, after } = finding;
  return (
    <label className={`${styles.finding} grid gap-3 pad-x-4 pad-y-2 top-aligned cursor-pointer`}>
      <input
        type="checkbox"
        className="margin-top-1"
        checked={taken}
        onChange={(event) => onChange([finding], !event.target.checked)}
        aria-label={`${what}: ${oneLine(text)}`}
      />
      <span className={`${styles.found} grid baseline gap-x-3`}>
        <code className="cut">{oneLine(text).slice(0, 200)}</code>
        <span className="small dim cut">{taken ? `→ ${becomes}` : 'stays as it is'}</span>
        <span className="small dim cut">{count(times, 'place')}</span>
        <code className={`${styles.place} cut all-columns faint`}>
          …{oneLine(before)}
          <mark className="dim">{taken ? oneLine(becomes) : oneLine(text).slice(0, 80)}</mark>
          {oneLine(after)}…
        </code>
      </span>
    </label>
  );
});
