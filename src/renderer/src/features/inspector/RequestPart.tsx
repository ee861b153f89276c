import type { Block, EntryDetail, Part } from '../../../../shared/model/index.ts';
import { useSpot, useView } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { formatMoment, formatNumber } from '../../ui/format.ts';
import { kindColour, kindHint, kindWord } from '../../ui/kinds.ts';
import { tokensShort } from '../context/figures.ts';
import { Fact, Facts } from './Facts.tsx';
import styles from './Inspector.module.css';

interface Props {
  tape: string;
  /** The entry whose record holds the part. */
  detail: EntryDetail;
  at: number;
  part: Part;
}

/** The head of a part that only a recorded request has: what it is there. Its record is bookkeeping, of which none of that is true. */
export function RequestPart({ tape, detail: { row }, at, part }: Props) {
  const policy = useStore((state) => state.policy);
  const select = useStore((state) => state.select);
  const view = useView(tape, useSpot(), policy).data;
  const block = view?.blocks.find(({ request }) => request?.entry === row.seq && request.part === at);
  return (
    <>
      <h2 className={`${styles.title} large`}>{titleOf(block, part)}</h2>
      <p className="small dim break-anywhere high-18 margin-top-tight margin-bottom-3" title={formatMoment(row.time)}>
        part of a recorded request · line {formatNumber(row.line)}
      </p>
      <Facts>
        <Fact name="kind">
          {block && (
            <span className="swatch semibold" style={{ color: kindColour(block.tone, block.role) }} title={kindHint(block.tone)}>
              {kindWord(block.tone, block.role)}
            </span>
          )}
        </Fact>
        <Fact name="tokens">{block !== undefined && block.tokens.value > 0 && tokensShort(block.tokens)}</Fact>
        <Fact name="in context">
          {block && (view?.step == null ? 'in the next request' : `in the request of step ${formatNumber(view.step)}, as it was sent`)}
        </Fact>
        <Fact name="why">{block?.why}</Fact>
        <Fact name="recorded in">
          <button type="button" className={styles.link} onClick={() => select(row.seq)}>
            #{row.seq} {row.label}
          </button>
        </Fact>
      </Facts>
    </>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  system: 'System prompt',
  parameters: 'Parameters of the request',
  'cache-mark': 'Cache mark',
};

const titleOf = (block: Block | undefined, { name }: Part): string => {
  if (block?.tone === 'schema') return `Tool ${name ?? ''}`;
  return TITLES[block?.tone ?? ''] ?? 'Only in the request';
};
