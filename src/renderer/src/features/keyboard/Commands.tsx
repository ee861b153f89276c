import { useEffect } from 'react';
import { stepAlong } from '../../../../shared/model/branches.ts';
import { panels } from '../../../../shared/panels.ts';
import { useSaveSettings, useSettings } from '../../data/appHooks.ts';
import { useBranches, useLine } from '../../data/branchHooks.ts';
import { useClient } from '../../data/client.tsx';
import { type Differing, useAskDiffering } from '../../data/differingHooks.ts';
import { placeAt, usePlayhead, useSpot, useTape } from '../../data/hooks.ts';
import type { Drawer } from '../../state/state.ts';
import { useStore } from '../../state/store.ts';
import { count } from '../../ui/format.ts';
import { policyAfter } from '../../ui/policies.ts';
import { useNarrow } from '../../ui/useMedia.ts';
import { comparisonNotice } from '../compare/take.ts';
import { FilesCommands } from '../files/FilesCommands.tsx';
import { useShowInspector } from '../inspector/useShowInspector.ts';
import { lastTable, rowsOf } from '../library/table.ts';
import { useRunState } from '../run/state.ts';
import { useWhyNoRun } from '../run/useRun.ts';
import { openSearch } from '../search/place.ts';
import { useNoCopy } from '../surgery/useNoCopy.ts';
import { NO_BRANCHES, nextBranch } from '../tape/branches.ts';
import { goToEnd, goToStep, NOTHING_FOLLOWS } from '../tape/useTapeKeys.ts';
import { askWhy } from '../why/ask.ts';
import { copyPlace } from './copyPlace.ts';
import { useKeys } from './useKeys.ts';
import { whyNoWay } from './ways.ts';

/** The nearest step that differs, before (-1) or after (1) the one given; a sentence where there is none. */
export function differingFrom({ steps, compared }: Pick<Differing, 'steps' | 'compared'>, from: number, by: -1 | 1): number | string {
  if (compared === 0) return 'No request of this tape was captured, so none can differ.';
  if (steps.length === 0) return `No step differs from what was sent: ${count(compared, 'step')} compared.`;
  const to = by === 1 ? steps.find((step) => step > from) : steps.findLast((step) => step < from);
  return to ?? `No ${by === 1 ? 'later' : 'earlier'} step differs from what was sent.`;
}

/** Why a key leads to no step before (-1) or after (1) one. */
export function noStepFrom(step: number | null, steps: number, by: -1 | 1, branched: boolean): string {
  if (step === null) return 'This session has no steps.';
  if (by === 1 && step === steps) return 'This is the newest step. End shows the next request.';
  return `This is the ${by === 1 ? 'last' : 'first'} step${branched ? ' on its branch' : ''}.`;
}

/** Moves the playhead to the next or the previous step that differs from what was sent, or says that there is none. */
function useToDiffering(tape: string | null, steps: number): (by: -1 | 1) => void {
  const ask = useAskDiffering();
  const { setNotice } = useStore.getState();
  return (by) => {
    if (tape === null) return;
    ask(tape).then(
      (differing) => {
        const now = useStore.getState();
        // Whoever has opened another tape by now does not want to be moved there.
        if (now.tape !== tape) return;
        const to = differingFrom(differing, now.next ? steps + 1 : (now.step ?? steps), by);
        if (typeof to === 'string') setNotice(to);
        else goToStep(to, steps);
      },
      (failure: Error) => setNotice(failure.message),
    );
  };
}

/** Shows a side panel or folds it away: next to the work, or over it on a narrow window. */
const useFold = () => {
  const narrow = useNarrow();
  return (side: Drawer) => {
    const state = useStore.getState();
    if (narrow) state.setDrawer(state.drawer === side ? null : side);
    else state.setSide(side, !state[side]);
  };
};

const themes = ['system', 'light', 'dark'] as const;

/** Commands that work wherever one is. It draws nothing. */
const WindowCommands = () => {
  const fold = useFold();
  const settings = useSettings().data;
  const save = useSaveSettings();
  const now = useStore.getState;
  const nextTheme = () => {
    const at = themes.indexOf(settings?.theme ?? 'system');
    const theme = themes[(at + 1) % themes.length] ?? 'system';
    save.mutate({ theme }, { onError: (error) => now().setNotice(error.message) });
  };
  const along = (way: 'back' | 'forward') => {
    const why = whyNoWay(way);
    if (why === null) history[way]();
    else now().setNotice(why);
  };
  useKeys({
    palette: () => now().setOverlay(now().overlay === 'palette' ? null : 'palette'),
    open: () => now().setOverlay('open'),
    settings: () => now().setOverlay('settings'),
    keys: () => now().setOverlay('keys'),
    library: () => fold('library'),
    search: () => openSearch(),
    'library.table': () => now().setTable(now().table === null || now().table?.sums !== undefined ? rowsOf(lastTable()) : null),
    'library.overview': () => now().setTable(now().table?.sums === undefined ? { sums: 'day', ...lastTable() } : null),
    close: () => now().setDrawer(null),
    // Never out of the app, to the page that was in this tab before.
    'place.back': () => along('back'),
    'place.forward': () => along('forward'),
    theme: nextTheme,
  });
  return null;
};

/** Commands of the open tape. */
const TapeCommands = () => {
  const tape = useStore((state) => state.tape);
  const now = useStore.getState;
  // What never changes. All else is asked for at the key: with each change of the place this would be drawn again.
  const { moveTo, setPanel, setPolicy, setOverlay, setNotice, toggleSide, walkTrail } = now();
  const fold = useFold();
  const narrow = useNarrow();
  const showInspector = useShowInspector();
  const { bridge } = useClient();
  const head = useTape(tape).data;
  const step = usePlayhead();
  const spot = useSpot();
  const noCopy = useNoCopy(tape);
  const noRun = useWhyNoRun();
  const native = head?.tape.native != null;
  const steps = head?.tape.steps ?? 0;
  const toDiffering = useToDiffering(tape, steps);
  const branches = useBranches(tape);
  const line = useLine(tape);
  const along = (from: number | null, by: -1 | 1) => {
    const to = from === null ? null : stepAlong(branches ?? NO_BRANCHES, steps, from, by);
    if (to === null) setNotice(noStepFrom(from, steps, by, (branches?.branches.length ?? 0) > 1));
    else moveTo(to);
  };
  // A record is in the inspector, which may be folded away, or in the block of a conversation.
  const showRaw = () => {
    const { entry, panel, raw, setRaw, drawer, inspector } = now();
    const shown = panel === 'conversation' || (narrow ? drawer === 'inspector' : inspector);
    if (entry === null) return setNotice('Select the entry to show raw.');
    if (!shown) showInspector();
    setRaw(!shown || !raw);
  };
  const id = head?.tape.id ?? tape;
  // A link may name it by the first letters of its id; everything else compares whole ids.
  useEffect(() => {
    if (id !== tape) useStore.setState({ tape: id });
  }, [id, tape]);
  useKeys({
    // Where there is nowhere to go, the newest step stays the newest: a step of the history that looks the same leads nowhere.
    'step.previous': () => (step !== null && now().next ? moveTo(null) : along(step, -1)),
    'step.next': () => (now().next ? setNotice(NOTHING_FOLLOWS) : along(step, 1)),
    'step.first': () => (step !== null && (now().next || step > 1) ? moveTo(1) : along(step, -1)),
    'step.last': () => goToEnd(steps),
    'differing.previous': () => toDiffering(-1),
    'differing.next': () => toDiffering(1),
    ...(line !== null && { 'branch.next': () => moveTo(nextBranch(line)) }),
    ...Object.fromEntries(panels.map(({ id }) => [`panel.${id}`, () => setPanel(id)])),
    ...(noRun !== undefined && {
      'panel.run': () => (native || noRun === null ? setPanel('run') : setNotice(noRun)),
      'run.write': () => {
        if (noRun !== null) return setNotice(noRun);
        setPanel('run');
        useRunState.getState().want(true);
      },
    }),
    'what-if': () => now().openWhatIf(),
    why: () => askWhy(),
    raw: () => showRaw(),
    changes: () => setOverlay('changes'),
    annotate: () => setOverlay('annotate'),
    report: () => setOverlay('report'),
    memory: () => setOverlay('memory'),
    'place.copy': () => copyPlace(bridge, now().next ? null : step),
    'compare.add': () => {
      if (tape === null || spot === null) return;
      const { policy, sides } = now();
      const head = spot === 'next';
      // The head is compared with what is taken already, or else with the last step: that is what one wants to see of it.
      if (head && sides.length === 0 && step !== null) toggleSide({ tape, step, policy });
      toggleSide({ tape, ...placeAt(spot), policy });
      const { length } = now().sides;
      if (head && length > 1) setPanel('compare');
      setNotice(comparisonNotice(length));
    },
    'policy.next': () => setPolicy(policyAfter(now().policy, now().asked)),
    'trail.back': () => (now().trailAt > 0 ? walkTrail(-1) : setNotice('No entry was inspected before this one.')),
    'trail.forward': () => (now().trailAt < now().trail.length - 1 ? walkTrail(1) : setNotice('No entry was inspected after this one.')),
    inspector: () => fold('inspector'),
    receipt: () => setOverlay('receipt'),
    surgery: () => (noCopy === null ? setOverlay('surgery') : setNotice(noCopy)),
  });
  return null;
};

export function Commands() {
  const tape = useStore((state) => state.tape);
  const elsewhere = useStore((state) => state.files !== null || state.table !== null || state.search !== null);
  return (
    <>
      <WindowCommands />
      <FilesCommands />
      {tape !== null && !elsewhere && <TapeCommands />}
    </>
  );
}
