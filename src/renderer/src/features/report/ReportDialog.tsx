import { useState } from 'react';
import { useSpot } from '../../data/hooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Report.module.css';
import { ReportForm } from './ReportForm.tsx';
import { type FileFormat, formatName, formatsOf, offersAt, subjectOfPanel } from './subject.ts';

/** Exports what is shown: what, as what, and a review of all that looks private before anything leaves the window. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  const { tape, policy, sides, panel, second } = usePick('tape', 'policy', 'sides', 'panel', 'second');
  const spot = useSpot();
  const [type, setType] = useState(() => subjectOfPanel(panel));
  const [wanted, setWanted] = useState<FileFormat>('html');
  const [family, setFamily] = useState(useStore.getState().family);
  const [allSides, setAllSides] = useState(true);
  const [annotations, setAnnotations] = useState(true);
  const offers = offersAt({ tape, policy, sides }, spot, { family, second, allSides });
  const offer = offers.find((one) => one.type === type);
  const formats = formatsOf(type);
  const format = formats.includes(wanted) ? wanted : 'html';
  if (tape === null || offer === undefined)
    return (
      <Dialog title="Export" onClose={onClose}>
        <p className="pad-4 dim pretty measure">Open a tape first: its contexts, comparisons and handoffs can be exported.</p>
      </Dialog>
    );
  return (
    <Dialog title="Export" size="large" onClose={onClose}>
      <div className="grid rigid gap-2 pad-x-4 pad-bottom-3 line-below small">
        <div className="row middle wrap gap-x-4 gap-y-1">
          <Chips label="What" value={type} options={offers.map((one) => [one.type, one.name])} onChange={setType} />
          <p className={`${styles.what} dim`}>{offer.what}</p>
        </div>
        <div className="row middle wrap gap-x-4 gap-y-1">
          <Chips label="As" value={format} options={formats.map((one) => [one, formatName(one)])} onChange={setWanted} />
          {format !== 'svg' && format !== 'png' && format !== 'mermaid' && (
            <Check label="with annotations" checked={annotations} onChange={setAnnotations} />
          )}
          {type === 'compare' && sides.length > 2 && <Check label="all sides" checked={allSides} onChange={setAllSides} />}
          {type === 'handoffs' && <Check label="of the whole family" checked={family} onChange={setFamily} />}
        </div>
      </div>
      {offer.subject && (
        <ReportForm
          key={JSON.stringify([offer.subject, annotations])}
          subject={offer.subject}
          format={format}
          annotations={annotations}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

const Chips = <T extends string>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) => (
  <fieldset className={`${styles.chips} row middle wrap gap-1`} aria-label={props.label}>
    <span className="dim" aria-hidden="true">
      {props.label}
    </span>
    {props.options.map(([value, name]) => (
      <button key={value} type="button" className="pill-choice" aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
        {name}
      </button>
    ))}
  </fieldset>
);

const Check = ({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) => (
  <label className="inline-row middle gap-2">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
);
