import type { Block, FloatRead, Preview } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { kindColour, kindHint } from '../../ui/kinds.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { NoteMark } from '../annotations/NoteMark.tsx';
import { Cell } from '../entries/scroll/Grid.tsx';
import { ReadWords } from '../files/ReadMark.tsx';
import { useReadsAt } from '../files/useReadsAt.ts';
import { useMarked } from '../native/state.ts';
import { piecesOf, pieceWord } from '../policy/edit.ts';
import { partOf } from '../policy/figures.ts';
import styles from './BlockRow.module.css';
import shared from './Context.module.css';
import { blockWord, emptyWords, foldedWords, subagentWords, tokensLong, tokensShort } from './figures.ts';
import { useMarkOf } from './marks.ts';
import { usePreview } from './usePreview.ts';

interface Props {
  tape: string;
  block: Block;
  /** It came into the context since the step before. */
  added: boolean;
  /** Came with steps that are not selected. */
  outside: boolean;
}

/** One block: what it is, how it begins, what it weighs. */
export function BlockRow({ tape, block, added, outside }: Props) {
  const { from } = block;
  const seq = block.request?.entry ?? from?.entry ?? block.entries[0] ?? 0;
  const preview = useBeginning(from?.tape ?? tape, block, block.instead ?? seq);
  const more = block.entries.length - 1;
  const marked = useMarked(tape).includes(seq);
  const reads = useReadsAt(tape, block.entries);
  const lit = usePartOf(block);
  const mark = useMarkOf(block);
  const noted = from !== undefined || block.why !== undefined || block.cleared === true || block.subagent !== undefined || reads.length > 0;
  return (
    <Cell
      className={`${styles.block} grid gap-x-3`}
      data-lit={lit}
      data-added={added}
      data-outside={outside}
      data-cleared={block.cleared ?? false}
      data-marked={mark !== null}
    >
      <span className="stack shrink-x">
        <span
          className={`${shared.word} swatch row baseline shrink-x small semibold leading-18 nowrap`}
          style={{ color: kindColour(block.tone, block.role) }}
        >
          <span title={kindHint(block.tone)}>{blockWord(block)}</span>
        </span>
        {block.part !== undefined && (
          <span className="tiny leading-16 dim cut pad-left-4" title={`Brought in by ${block.part}`}>
            {pieceWord(block.part)}
          </span>
        )}
      </span>
      <div className="shrink-x">
        <Beginning block={block} seq={seq} preview={preview} noted={noted} />
        {noted && <Notes block={block} reads={reads} />}
      </div>
      {mark !== null && <span className="tiny leading-18 dim nowrap">{mark}</span>}
      <span className={`${shared.weight} tiny leading-18 dim text-right nowrap`} title={tokensLong(block.tokens)}>
        {block.tokens.value > 0 && tokensShort(block.tokens)}
        <span className={`${shared.seq} tiny faint text-right nowrap`}>
          <NoteMark tape={tape} entries={block.entries} />
          {marked && <b>source </b>}
          {block.request ? 'request' : `#${seq}`}
          {more > 0 && ` +${more}`}
        </span>
      </span>
      {added && <span className="unseen">new since the previous step</span>}
    </Cell>
  );
}

/** How a block begins; undefined while it comes. A part that only the request has brings it along. */
const useBeginning = (tape: string, { request, folded, entries }: Block, seq: number): Begun | undefined => {
  const preview = usePreview(tape, request || folded !== undefined ? null : seq);
  if (request) return { text: request.text };
  if (folded !== undefined) return { text: foldedWords({ folded, entries }) };
  return preview === undefined ? undefined : (preview ?? { text: '' });
};

type Begun = Pick<Preview, 'text' | 'line'>;

interface BeginningProps {
  block: Block;
  seq: number;
  preview: Begun | undefined;
  /** It has one line only. */
  noted: boolean;
}

/** A known tool with what it is about; anything else by its first words. Of a result without a name of its own the first words follow. */
function Beginning({ block, seq, preview, noted }: BeginningProps) {
  const line = block.entries.length === 1 ? preview?.line : undefined;
  if (preview === undefined || line === undefined)
    return (
      <p className={`${styles.text} ${noted ? 'cut' : styles.two} code break-anywhere`}>
        {preview === undefined ? <Bar width={`${35 + ((seq * 13) % 50)}%`} /> : preview.text || emptyWords(block)}
      </p>
    );
  return (
    <>
      <p className={`${styles.line} small leading-18 dim cut`}>
        <b className="semibold ink">{line.tool}</b>
        {line.subject !== '' && <code className="ink">{line.subject}</code>}
        {line.words.map((word) => (
          <span key={word} data-sign={word[0]}>
            {word}
          </span>
        ))}
      </p>
      {!noted && line.subject === '' && block.kind === 'tool_result' && <p className="code dim cut">{preview.text}</p>}
    </>
  );
}

/** Whether the part of the policy that is selected brought it in. */
const usePartOf = (block: Block): boolean => {
  const selected = useStore((state) => state.selectedPart);
  const policy = useStore((state) => state.policy);
  return selected !== null && partOf(block.part, piecesOf(policy)) === selected;
};

/** What became of it, why it is here, the context files it read, and the sub-agent that it started: the second line where there is such a thing. */
const Notes = ({ block, reads }: { block: Block; reads: readonly FloatRead[] }) => {
  const openTape = useStore((state) => state.openTape);
  const { subagent, why, cleared, from } = block;
  const words = [
    ...(from ? [`from ${from.title}`] : []),
    ...(cleared ? ['cleared: the agent sent a placeholder instead'] : []),
    ...(why ? [why] : []),
  ].join(' · ');
  return (
    <p className="small leading-18 dim cut" title={words || undefined}>
      {words}
      {words !== '' && (subagent || reads.length > 0) && ' · '}
      <ReadWords reads={reads} />
      {subagent && (
        <button type="button" tabIndex={-1} className={`${styles.subagent} dim hover-link`} onClick={() => openTape(subagent.tape)}>
          {subagentWords(subagent)}
        </button>
      )}
    </p>
  );
};
