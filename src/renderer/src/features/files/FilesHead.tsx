import type { FloatFolder } from '../../../../shared/model/float.ts';
import { TIER_BUDGETS, TIERS } from '../../../../shared/model/float-kinds.ts';
import type { Output } from '../../../../shared/rpc/contract.ts';
import { useContextFile } from '../../data/floatHooks.ts';
import type { FilesPlace } from '../../state/hash.ts';
import { formatNumber } from '../../ui/format.ts';
import { Pill } from '../../ui/Pill.tsx';
import { Actions } from './Actions.tsx';
import styles from './FilesHead.module.css';
import { lastName, STATE_SENTENCES, STATE_WORDS, toneOf } from './labels.ts';
import { goInFiles } from './place.ts';
import { type DiskCheck, isBroken, tierState, trailOf } from './tree.ts';

interface Props {
  place: FilesPlace;
  status: Output<'float.status'>;
  /** Null where the project has no such folder (any more). */
  folder: FloatFolder | null;
  check: DiskCheck;
  due: number;
  broken: readonly string[];
}

/** Each part of the path leads to its folder. */
const Trail = ({ path }: { path: string }) => (
  <h2 className={`${styles.path} row shrink-x clip large regular nowrap`}>
    {trailOf(path).map((one) => (
      <span key={one} className="inline-row baseline shrink-x">
        {one === path ? (
          <b>{lastName(one)}</b>
        ) : (
          <button type="button" className="dim pad-x-tight round-small hover-ink hover-shade" onClick={() => goInFiles({ folder: one })}>
            {lastName(one)}
          </button>
        )}
        {one !== '/' && one !== path && <i className="faint">/</i>}
      </span>
    ))}
  </h2>
);

/** A tier with its tokens against what it may have; the bar below it says how full it is. */
const TierButton = ({
  folder,
  tier,
  chosen,
  check,
}: {
  folder: FloatFolder;
  tier: FilesPlace['tier'];
  chosen: boolean;
  check: DiskCheck;
}) => {
  const state = tierState(folder, tier, check);
  const tokens = folder.built.find((one) => one.tier === tier)?.tokens ?? null;
  const budget = TIER_BUDGETS[tier];
  const share = tokens === null || budget === null ? null : Math.min(1, tokens / budget);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      className={`${styles.tier} hover-shade grid relative shrink-x line-left small leading-16 dim pressed-shade pad-y-1 pad-x-3`}
      title={`${tier}: ${STATE_SENTENCES[state]}`}
      onClick={() => goInFiles({ tier })}
    >
      <b className="semibold">{tier}</b>
      <span className="file-state tiny cut" data-state={state}>
        {tokens === null ? 'not built' : formatNumber(tokens)}
        {budget !== null && tokens !== null && <i className="faint"> of {formatNumber(budget)}</i>}
        {state !== 'current' && state !== 'pending' && ` · ${STATE_WORDS[state]}`}
      </span>
      <i
        className={`${styles.fill} absolute left-0 bottom-0 on-line-strong`}
        data-state={state}
        style={{ width: `${100 * (share ?? 0)}%` }}
      />
    </button>
  );
};

/** Which folder, how its files stand, and what can be done with the project. */
export function FilesHead({ place, status, folder, check, due, broken }: Props) {
  // The state on disk of the shown file is known already.
  const shown = useContextFile(place.root, place.folder, place.tier).data;
  const known = shown?.tier === place.tier && isBroken(shown.state) ? shown.state : null;
  const state = folder === null ? null : (known ?? tierState(folder, place.tier, check));
  return (
    <header className="grid shrink-x gap-2 pad-x-4 pad-top-3 pad-bottom-2 on-panel line-below">
      <div className="row middle shrink-x gap-2">
        <Trail path={place.folder} />
        {state !== null && (
          <span title={STATE_SENTENCES[state]}>
            <Pill tone={toneOf(state)}>{STATE_WORDS[state]}</Pill>
          </span>
        )}
        {folder?.isScope && <Pill>scope</Pill>}
        <Actions
          root={place.root}
          watching={status.watching}
          failure={status.watchFailure}
          due={due}
          broken={broken}
          folders={status.folders}
        />
      </div>
      {folder !== null && (
        <fieldset className={`${styles.tiers} grid clip boxed round`} aria-label="Tier">
          {TIERS.map((tier) => (
            <TierButton key={tier} folder={folder} tier={tier} chosen={tier === place.tier} check={check} />
          ))}
        </fieldset>
      )}
    </header>
  );
}
