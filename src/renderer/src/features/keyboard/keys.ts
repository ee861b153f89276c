import { type PanelId, panels } from '../../../../shared/panels.ts';

const panelCommands = panels.map(({ id, name, key, chord }) => ({
  id: `panel.${id}` as `panel.${PanelId}`,
  keys: [chord, key],
  what: name,
  group: 'Views' as const,
}));

/**
 * Every command that has a key: the one table behind the handler, the sheet of keys, the palette and the footer.
 * `keys` are alternatives; within one, a space separates keys pressed one after the other, and `mod` is Ctrl or Cmd.
 */
export const commands = [
  { id: 'step.previous', keys: ['['], what: 'Previous step', group: 'Playhead' },
  { id: 'step.next', keys: [']'], what: 'Next step', group: 'Playhead' },
  { id: 'step.first', keys: ['Home'], what: 'First step', group: 'Playhead' },
  { id: 'step.last', keys: ['End'], what: 'Newest step, and follow it; twice for the next request', group: 'Playhead' },
  { id: 'branch.next', keys: ['g b'], what: 'Next branch', group: 'Playhead' },
  { id: 'mark.previous', keys: ['{'], what: 'Previous marker: anchor, compaction, fork, merge, sub-agent, error', group: 'Playhead' },
  { id: 'mark.next', keys: ['}'], what: 'Next marker', group: 'Playhead' },
  { id: 'differing.previous', keys: ['g ['], what: 'Previous step whose view is not what was sent', group: 'Playhead' },
  { id: 'differing.next', keys: ['g ]'], what: 'Next step whose view is not what was sent', group: 'Playhead' },
  { id: 'stay.first', keys: ['('], what: 'Residency: the first step that saw the row', group: 'Playhead' },
  { id: 'stay.left', keys: [')'], what: 'Residency: the step at which the row left', group: 'Playhead' },
  { id: 'go.left', keys: ['ArrowLeft'], what: 'Conversation: out of the sub-agent; Residency: previous step', group: 'Playhead' },
  { id: 'go.right', keys: ['ArrowRight'], what: 'Conversation: into the sub-agent; Residency: next step', group: 'Playhead' },
  { id: 'row.next', keys: ['j', 'ArrowDown'], what: 'Next block or entry', group: 'Reading' },
  { id: 'row.previous', keys: ['k', 'ArrowUp'], what: 'Previous block or entry', group: 'Reading' },
  {
    id: 'row.new',
    keys: ['n'],
    what: 'Next block that is new since the previous step; next match; in Request next ≠ or +',
    group: 'Reading',
  },
  { id: 'match.previous', keys: ['N'], what: 'Residency: previous match; Request: previous ≠ or +', group: 'Reading' },
  { id: 'why', keys: ['q'], what: 'Why is this not in context? Asks about the selected text, or what you paste', group: 'Reading' },
  { id: 'row.open', keys: ['Enter'], what: 'Open the omission or the entry', group: 'Reading' },
  { id: 'raw', keys: ['z'], what: 'Raw: the record as it is in the source', group: 'Reading' },
  { id: 'row.step', keys: ['s'], what: 'Move the playhead to the selected entry', group: 'Reading' },
  { id: 'trail.back', keys: ['Alt+ArrowLeft'], what: 'Back to the entry inspected before', group: 'Reading' },
  { id: 'trail.forward', keys: ['Alt+ArrowRight'], what: 'Forward to the entry inspected after', group: 'Reading' },
  ...panelCommands,
  { id: 'files', keys: ['g f'], what: 'Files: context files of this project', group: 'Views' },
  { id: 'files.open', keys: ['g F'], what: 'Context files of another folder', group: 'Views' },
  { id: 'compare.add', keys: ['d'], what: 'Compare this request: add or remove it', group: 'Views' },
  { id: 'policy.edit', keys: ['l'], what: 'Edit the policy, part by part', group: 'Views' },
  { id: 'policy.pin', keys: ['.'], what: 'Pin or unpin the selected entry', group: 'Views' },
  { id: 'policy.leave-out', keys: ['Delete'], what: 'Leave the selected entry out, or include it again', group: 'Views' },
  { id: 'policy.next', keys: ['p'], what: 'Next policy', group: 'Views' },
  { id: 'what-if', keys: ['g i'], what: 'What if: edit this context and send it again', group: 'Views' },
  { id: 'changes', keys: ['v'], what: 'What changed since the previous step', group: 'Views' },
  { id: 'source.blocks', keys: ['B'], what: 'Provenance: the source block by block, or as one', group: 'Reading' },
  { id: 'source.without', keys: ['W'], what: 'Provenance: what if this source were left out', group: 'Reading' },
  { id: 'source.sibling', keys: ['S'], what: 'Provenance: next to its sibling, or alone', group: 'Reading' },
  { id: 'annotate', keys: ['e'], what: 'Annotate the selected entry', group: 'Reading' },
  { id: 'report', keys: ['x'], what: 'Export what is shown', group: 'Window' },
  { id: 'print', keys: ['mod+p'], what: 'Print the conversation', group: 'Window' },
  { id: 'memory', keys: ['g y'], what: 'Memory: the most relevant entries', group: 'Window' },
  { id: 'place.back', keys: ['mod+['], what: 'Back to where you were', group: 'Window' },
  { id: 'place.forward', keys: ['mod+]'], what: 'Forward again', group: 'Window' },
  { id: 'place.copy', keys: ['y'], what: 'Copy a link to what is shown', group: 'Window' },
  { id: 'native.line', keys: [','], what: 'Tape command or message', group: 'Writing' },
  { id: 'run.write', keys: ['R'], what: 'Write a prompt for a model', group: 'Writing' },
  { id: 'run.send', keys: ['mod+Enter'], what: 'Send the prompt', group: 'Writing' },
  { id: 'run.stop', keys: ['Escape'], what: 'Stop the run', group: 'Writing', where: 'run' },
  { id: 'run.once', keys: ['y'], what: 'Allow the call once', group: 'Writing', where: 'run' },
  { id: 'run.always', keys: ['a'], what: 'Allow exactly this call always, in this workspace', group: 'Writing', where: 'run' },
  { id: 'run.refuse', keys: ['N'], what: 'Refuse the call, this time', group: 'Writing', where: 'run' },
  { id: 'run.never', keys: ['n'], what: 'Never run this tool in this workspace', group: 'Writing', where: 'run' },
  { id: 'what-if.send', keys: ['mod+Enter'], what: 'What if: send the edited context', group: 'Views', where: 'what-if' },
  { id: 'what-if.replace', keys: ['e'], what: 'What if: replace the text of the selected entry', group: 'Views', where: 'what-if' },
  { id: 'what-if.ablate', keys: ['A'], what: 'What if: leave out one block at a time', group: 'Views', where: 'what-if' },
  { id: 'what-if.replay', keys: ['P'], what: 'What if: replay from this step, with recorded results', group: 'Views', where: 'what-if' },
  { id: 'what-if.next', keys: ['n'], what: 'What if: next answer', group: 'Views', where: 'what-if' },
  { id: 'what-if.previous', keys: ['N'], what: 'What if: previous answer', group: 'Views', where: 'what-if' },
  { id: 'what-if.stop', keys: ['Escape'], what: 'What if: stop sending', group: 'Views', where: 'what-if' },
  { id: 'native.note', keys: ['w'], what: 'Append a note: a message, an event, an insight', group: 'Writing' },
  { id: 'native.correct', keys: ['c'], what: 'Correct the selected entry', group: 'Writing' },
  { id: 'native.mark', keys: ['m'], what: 'Mark the selected entry as a source of the next handoff', group: 'Writing' },
  { id: 'native.handoff', keys: ['h'], what: 'Hand off to a new phase', group: 'Writing' },
  { id: 'native.fork', keys: ['f'], what: 'Fork at the playhead', group: 'Writing' },
  { id: 'native.merge', keys: ['g m'], what: 'Merge forks, with a preview', group: 'Writing' },
  { id: 'native.discard', keys: ['g z'], what: 'Discard a fork: it goes to the archive', group: 'Writing' },
  { id: 'native.reset', keys: ['g x'], what: 'Reset this session, with an archive', group: 'Writing' },
  { id: 'surgery', keys: ['g u'], what: 'Write a changed copy: fork, drop turns, compact', group: 'Writing' },
  { id: 'native.continue', keys: ['g n'], what: 'Continue in a new tape', group: 'Writing' },
  { id: 'native.start', keys: ['g w'], what: 'Start a workspace', group: 'Writing' },
  { id: 'range.less', keys: ['Shift+ArrowLeft'], what: 'Select steps: from the playhead to the left', group: 'Timeline' },
  { id: 'range.more', keys: ['Shift+ArrowRight'], what: 'Select steps: from the playhead to the right', group: 'Timeline' },
  { id: 'axis.next', keys: ['a'], what: 'Timeline by entry, by step, by time', group: 'Timeline' },
  { id: 'zoom.in', keys: ['+', '='], what: 'Zoom in at the playhead', group: 'Timeline' },
  { id: 'zoom.out', keys: ['-'], what: 'Zoom out', group: 'Timeline' },
  { id: 'go.after', keys: ['>'], what: 'Next sub-agent of the same parent; Residency: fewer steps, wider', group: 'Timeline' },
  { id: 'go.before', keys: ['<'], what: 'Previous sub-agent of the same parent; Residency: more steps', group: 'Timeline' },
  { id: 'zoom.fit', keys: ['_'], what: 'Show the whole tape', group: 'Timeline' },
  { id: 'search', keys: ['/'], what: 'Search', group: 'Window' },
  { id: 'palette', keys: ['mod+k'], what: 'Find a command, a step, an entry or a tape', group: 'Window' },
  { id: 'open', keys: ['o'], what: 'Open a file or a folder', group: 'Window' },
  { id: 'receipt', keys: ['r'], what: 'Receipt of this tape', group: 'Window' },
  { id: 'library', keys: ['b'], what: 'Library: show or hide', group: 'Window' },
  { id: 'library.table', keys: ['g l'], what: 'Go to the library: every session as a table', group: 'Window' },
  { id: 'library.overview', keys: ['g o'], what: 'Go to the overview: tokens, money and errors of all sessions', group: 'Window' },
  { id: 'library.focus', keys: ['g t'], what: 'Go to the tree of the library', group: 'Window' },
  { id: 'inspector', keys: ['i'], what: 'Inspector: show or hide', group: 'Window' },
  { id: 'tour', keys: ['g a'], what: 'Tour: the sample tapes, with something to try', group: 'Window' },
  { id: 'theme', keys: ['t'], what: 'Theme: light, dark or system', group: 'Window' },
  { id: 'settings', keys: ['mod+,', 'g s'], what: 'Settings', group: 'Window' },
  { id: 'table.first', keys: ['Home'], what: 'To the top of the library', group: 'Library', where: 'library' },
  { id: 'table.last', keys: ['End'], what: 'To the end of the library', group: 'Library', where: 'library' },
  { id: 'table.unfold', keys: ['ArrowRight'], what: 'Sub-agents: show them', group: 'Library', where: 'library' },
  { id: 'table.fold', keys: ['ArrowLeft'], what: 'Sub-agents: fold them away', group: 'Library', where: 'library' },
  { id: 'table.select', keys: ['x'], what: 'Session: select or deselect', group: 'Library', where: 'library' },
  { id: 'table.compare', keys: ['c'], what: 'Compare the selected sessions', group: 'Library', where: 'library' },
  { id: 'table.filter', keys: ['f'], what: 'Add a condition to the filter', group: 'Library', where: 'library' },
  { id: 'table.favourite', keys: ['*'], what: 'Favourite: add or remove', group: 'Library', where: 'library' },
  { id: 'table.forget', keys: ['Delete'], what: 'Forget the selected sessions; their logs stay', group: 'Library', where: 'library' },
  { id: 'table.undo', keys: ['u'], what: 'Bring back what was forgotten last', group: 'Library', where: 'library' },
  { id: 'table.sort', keys: ['s'], what: 'Sort by the next column', group: 'Library', where: 'library' },
  { id: 'table.reverse', keys: ['S'], what: 'Sort the other way around', group: 'Library', where: 'library' },
  { id: 'hit.session', keys: ['J'], what: 'Next session with hits', group: 'Search', where: 'search' },
  { id: 'hit.session-before', keys: ['K'], what: 'Previous session with hits', group: 'Search', where: 'search' },
  { id: 'hit.next', keys: ['n'], what: 'Next match in this entry', group: 'Search', where: 'search' },
  { id: 'hit.preview', keys: ['i'], what: 'Hit in its step: show or hide', group: 'Search', where: 'search' },
  { id: 'close', keys: ['Escape'], what: 'Close the dialog; show all steps again', group: 'Window' },
  { id: 'keys', keys: ['?'], what: 'All keys', group: 'Window' },
] as const satisfies readonly Command[];

export interface Command {
  readonly id: string;
  readonly keys: readonly string[];
  /** What it does, as a reader would say it. */
  readonly what: string;
  readonly group: 'Playhead' | 'Reading' | 'Views' | 'Writing' | 'Timeline' | 'Library' | 'Search' | 'Window';
  /** Where the key means this, whatever it means elsewhere. */
  readonly where?: Where;
}

/** A part of the window with keys of its own. */
export type Where = 'library' | 'search' | 'run' | 'what-if';

export type CommandId = (typeof commands)[number]['id'];

/** The keys that work inside a text field too. */
const everywhere = (key: string): boolean => key.startsWith('mod+');

/** The parts of a keyboard event that decide. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey?: boolean;
}

/** A pressed key in the table's words: "mod+k", "Alt+ArrowLeft", "[". Null for a bare modifier. */
export function nameOf(pressed: Pressed): string | null {
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead'].includes(pressed.key)) return null;
  // AltGr types brackets on many keyboards, and reports itself as Ctrl + Alt.
  if (pressed.ctrlKey && pressed.altKey && pressed.key.length === 1) return pressed.key;
  const mod = pressed.ctrlKey || pressed.metaKey ? 'mod+' : '';
  // Shift is in every other key already: it types another one.
  const shift = pressed.shiftKey && /^Arrow(Left|Right)$/.test(pressed.key) ? 'Shift+' : '';
  return `${mod}${pressed.altKey ? 'Alt+' : ''}${shift}${pressed.key}`;
}

/** What follows from one more key after `before` (null or the first of two): a command, a half, or nothing. */
export function resolve(before: string | null, key: string, typing: boolean, where?: Where): { command?: CommandId; half?: string } {
  const whole = before === null ? key : `${before} ${key}`;
  const usable = (name: string) => !typing || everywhere(name);
  const means = (of: Where | undefined) => (command: Command) =>
    command.where === of && command.keys.some((name) => name === whole && usable(name));
  const command = (where && commands.find(means(where))) ?? commands.find(means(undefined));
  if (command !== undefined) return { command: command.id };
  const half = commands.some((command) => (command.keys as readonly string[]).some((name) => name.startsWith(`${whole} `) && usable(name)));
  return half ? { half: whole } : {};
}

const shown: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };

/** The keys of a name as they are drawn: "mod+k" → ["Ctrl", "K"] or ["⌘", "K"], "g c" → ["g", "c"]. */
export function caps(name: string, mac: boolean): string[] {
  return name.split(' ').flatMap((key) => {
    const parts = key.length > 1 ? key.split('+') : [key];
    return parts.map((part) => {
      if (part === 'mod') return mac ? '⌘' : 'Ctrl';
      return shown[part] ?? (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part);
    });
  });
}

export function commandOf(id: CommandId): Command {
  const command = commands.find((candidate) => candidate.id === id);
  if (command === undefined) throw new Error(`No command is called ${id}.`);
  return command;
}
