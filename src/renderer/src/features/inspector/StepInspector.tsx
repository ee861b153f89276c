import { memo } from 'react';
import type { InstructionLoad } from '../../../../shared/model/index.ts';
import { useInstructions } from '../../data/agentHooks.ts';
import { usePlayhead, useStep, useTape } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { formatMoment, formatNumber } from '../../ui/format.ts';
import { useRested } from '../../ui/useRested.ts';
import { StepMoney } from '../money/StepMoney.tsx';
import { Fact, Facts } from './Facts.tsx';
import { ForkPoint } from './ForkPoint.tsx';
import styles from './Inspector.module.css';
import { inputWords, outputWords } from './labels.ts';
import { StepAnswer } from './StepAnswer.tsx';
import { useAnswer } from './useAnswer.ts';

/** Instruction files that were loaded until a moment (epoch ms), and why each was, as hooks of the agent said; nothing where none did. */
function InstructionFiles({ tape, until }: { tape: string; until: number | null }) {
  const files = loadedUntil(useInstructions(tape), until);
  if (files.length === 0) return null;
  return (
    <section className="pad-top-3" aria-label="Instruction files">
      <h3>Instruction files</h3>
      <ul>
        {files.map((file) => (
          <li key={file.path} className="pad-y-tight" title={`Loaded ${formatMoment(file.at)}`}>
            <code className={`${styles.wrap} break-anywhere`}>{file.path}</code> <span className="dim">{whyWords(file)}</span>
          </li>
        ))}
      </ul>
      <p className="pad-y-2 small dim">
        Reported by hooks of the agent, in its own words. Whatever it loaded without a hook is missing here.
      </p>
    </section>
  );
}

/** The newest load of each file. Without a moment, all of them. */
function loadedUntil(loads: readonly InstructionLoad[], until: number | null): InstructionLoad[] {
  return [...new Map(loads.filter(({ at }) => until === null || at <= until).map((one) => [one.path, one])).values()];
}

const whyWords = ({ kind, reason, by }: InstructionLoad): string =>
  [kind, reason, by !== null && `by ${by}`].filter((word) => word !== false && word !== '').join(' · ');

const EntryLink = ({ seq }: { seq: number }) => {
  const select = useStore((state) => state.select);
  return (
    <button type="button" className={styles.link} onClick={() => select(seq)}>
      #{seq}
    </button>
  );
};

/** Longer than from one repetition of a held key to the next. */
const RESTS_MS = 60;

/** The step at which the playhead came to rest, while no entry is selected: a step draws its context first, and a held key nothing else. */
export function StepInspector({ tape }: { tape: string }) {
  return <Step tape={tape} step={useRested(usePlayhead(), RESTS_MS)} />;
}

const Step = memo(function Step({ tape, step }: { tape: string; step: number | null }) {
  const head = useTape(tape).data;
  const row = useStep(tape, step);
  const written = useAnswer(tape, row).reduce((sum, { chars }) => sum + chars, 0);
  if (head !== undefined && head.tape.steps === 0) {
    return (
      <div className="full-height scroll-y pad-top-3 pad-bottom-5 pad-x-4">
        <h2 className={`${styles.title} large`}>No steps</h2>
        <p className="small dim break-anywhere high-18 margin-top-tight margin-bottom-3">
          This tape has no requests to a model. Entries shows all its lines.
        </p>
      </div>
    );
  }
  return (
    <div className="full-height scroll-y pad-top-3 pad-bottom-5 pad-x-4">
      <h2 className={`${styles.title} large`}>{step === null ? 'Step' : `Step ${formatNumber(step)}`}</h2>
      <p className="small dim break-anywhere high-18 margin-top-tight margin-bottom-3">{row ? formatMoment(row.time) : ' '}</p>
      {row && (
        <Facts>
          <Fact name="model">{row.model ?? 'not recorded'}</Fact>
          <Fact name="input">{inputWords(row)}</Fact>
          <Fact name="from cache">
            {row.usage && !row.borrowed && `${formatNumber(row.usage.cacheRead)} read, ${formatNumber(row.usage.cacheWrite)} written`}
          </Fact>
          <Fact name="output">{row.usage && outputWords(row.usage.output, written)}</Fact>
          <Fact name="entries">
            <EntryLink seq={row.first} />{' '}
            {row.last !== row.first && (
              <>
                to <EntryLink seq={row.last} />
              </>
            )}
          </Fact>
          <ForkPoint tape={tape} seq={row.last} />
          <Fact name="details">
            {[row.sidechain && 'step of a sub-agent', row.synthetic && 'no request was made', row.failed && 'failed']
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        </Facts>
      )}
      {row && <StepMoney tape={tape} step={row} />}
      {row && <InstructionFiles tape={tape} until={row.time} />}
      {row && <StepAnswer tape={tape} step={row} />}
      <p className="pad-y-2 small dim">Select a block or an entry to see it here in full.</p>
    </div>
  );
});
