import { useState } from 'react';
import type { Tier } from '../../../../shared/model/float.ts';
import { useBuildDiff, useContextFile } from '../../data/floatHooks.ts';
import type { FilesPlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useNarrow } from '../../ui/useMedia.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { About } from './About.tsx';
import styles from './Context.module.css';
import { CutList } from './CutList.tsx';
import { DiffText } from './DiffText.tsx';
import { FileBar, type Shown } from './FileBar.tsx';
import { SECTION_WORDS } from './labels.ts';
import { splitSections, type TextSection, withoutStamp } from './sections.ts';
import { TokenBar } from './TokenBar.tsx';

interface Props {
  section: TextSection;
  /** Null where they were not counted for this text. */
  tokens: number | null;
  folded: boolean;
  onToggle: () => void;
}

/** A section of the file, letter by letter; the gutter says which it is and folds it. */
function SectionText({ section: { name, text }, tokens, folded, onToggle }: Props) {
  return (
    <section id={`section-${name}`} className={`${styles.section} grid line-below name-column`} data-folded={folded}>
      <button
        type="button"
        className={`${styles.gutter} hover-shade hover-ink grid tiny leading-16 dim content-start pad-y-2 pad-left-4 pad-right-2`}
        aria-expanded={!folded}
        onClick={onToggle}
        title={folded ? 'Unfold' : 'Fold'}
      >
        <b className="semibold">{SECTION_WORDS[name] ?? name}</b>
        {tokens !== null && <span className="faint">{formatNumber(tokens)}</span>}
      </button>
      {folded ? (
        <p className="tiny faint pre-wrap break-anywhere pad-y-2 pad-left-2 pad-right-4">{text.split('\n').length - 1} lines folded</p>
      ) : (
        <pre className={`${styles.text} pre-wrap break-anywhere pad-y-2 pad-left-2 pad-right-4`}>{text}</pre>
      )}
    </section>
  );
}

/** How the file on disk differs from what a build would write now. */
function DiskDiff({ root, path, tier }: { root: string; path: string; tier: Tier }) {
  const diff = useBuildDiff(root, { path, tier }, ['disk', 'now']);
  if (diff.isError) return <Failure error={diff.error} onRetry={() => void diff.refetch()} />;
  if (diff.data === undefined) return <SkeletonRows rows={10} height={44} label="Comparing" />;
  return <DiffText diff={diff.data} names={['on disk', 'as built now']} />;
}

/** The file as an agent reads it, where its tokens go, what is not in it, and next to it what people say about the folder. */
export function ContextLook({ place }: { place: FilesPlace }) {
  const narrow = useNarrow();
  const beside = useStore((state) => (narrow ? state.drawer === 'inspector' : state.inspector));
  const fold = () => {
    const { inspector, drawer, setSide, setDrawer } = useStore.getState();
    if (narrow) setDrawer(drawer === 'inspector' ? null : 'inspector');
    else setSide('inspector', !inspector);
  };
  useKeys({ inspector: fold });
  return (
    <div className={`${styles.look} grid full-height relative`} data-wide={beside && !narrow}>
      <File key={`${place.root} ${place.folder} ${place.tier}`} place={place} beside={beside} onFold={fold} />
      {beside && (
        <aside className={`${styles.about} shrink-y on-panel line-left`} data-over={narrow} aria-label="About this folder">
          {narrow && (
            <Button look="quiet" className={styles.hide ?? ''} onClick={fold}>
              hide
            </Button>
          )}
          <About key={place.folder} root={place.root} path={place.folder} />
        </aside>
      )}
    </div>
  );
}

const File = ({ place, beside, onFold }: { place: FilesPlace; beside: boolean; onFold: () => void }) => {
  const { root, folder, tier } = place;
  const answer = useContextFile(root, folder, tier);
  const [wish, setWish] = useState<Shown>('disk');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  if (answer.isError) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data === undefined || answer.data.tier !== tier)
    return <SkeletonRows rows={12} height={44} label="Reading the context file" />;
  const context = answer.data;
  const { onDisk, text } = context;
  const differs = onDisk !== null && withoutStamp(onDisk) !== withoutStamp(text);
  const shown: Shown = onDisk === null ? 'now' : differs ? wish : 'disk';
  const sections = splitSections(shown === 'now' || onDisk === null ? text : onDisk);
  // Tokens are counted for what would be built now; another text's sections have none to show.
  const tokens = shown === 'now' || !differs ? new Map(context.sections.map((one) => [one.name, one.tokens])) : null;
  const toggle = (name: string) =>
    setFolded((before) => (before.has(name) ? new Set([...before].filter((one) => one !== name)) : new Set([...before, name])));
  const show = (name: string) => {
    setFolded((before) => new Set([...before].filter((one) => one !== name)));
    document.getElementById(`section-${name}`)?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="stack shrink-x shrink-y" aria-busy={answer.isPlaceholderData}>
      <FileBar root={root} context={context} differs={differs} shown={shown} beside={beside} onShow={setWish} onFold={onFold} />
      <TokenBar context={context} onChoose={show} />
      <section className="grow shrink-y scroll-y pad-bottom-5" aria-label={`Context file ${context.file}`}>
        {shown === 'difference' ? (
          <DiskDiff root={root} path={folder} tier={tier} />
        ) : (
          sections.map((section) => (
            <SectionText
              key={section.name}
              section={section}
              tokens={tokens?.get(section.name) ?? null}
              folded={folded.has(section.name)}
              onToggle={() => toggle(section.name)}
            />
          ))
        )}
        {shown !== 'difference' && <CutList context={context} />}
      </section>
    </div>
  );
};
