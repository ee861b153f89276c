import type { Form } from './form.ts';

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const formatNumber = (value: number): string => whole.format(value);
const seconds = (ms: number): string => (ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** One line of a call or a result: what it is about, in code, and what is to be said of it, in words. */
export interface Head {
  /** A file, a command, a pattern; empty where the words say all. */
  subject: string;
  words: string[];
}

const count = (value: number, one: string): string => `${formatNumber(value)} ${value === 1 ? one : `${one}s`}`;

/** A path as its project has it, where it is in it; else as the log has it. Paths of either kind of system. */
export function pathIn(project: string, path: string): string {
  if (project === '' || path.length <= project.length || !path.startsWith(project)) return path;
  const rest = project.endsWith('/') || project.endsWith('\\') ? path.slice(project.length) : path.slice(project.length + 1);
  const edge = path[project.length];
  return project.endsWith('/') || project.endsWith('\\') || edge === '/' || edge === '\\' ? rest : path;
}

/** "+12", "−3", both or none. */
const changed = (added: number, removed: number): string[] => [
  ...(added > 0 ? [`+${added}`] : []),
  ...(removed > 0 ? [`−${removed}`] : []),
];

const rangeWords = (from: number | null, lines: number | null): string[] => {
  if (lines !== null)
    return [from === null ? `first ${count(lines, 'line')}` : `lines ${formatNumber(from)} to ${formatNumber(from + lines - 1)}`];
  return from === null ? [] : [`from line ${formatNumber(from)}`];
};

/** A folder next to its project from there: "../boat.worktrees/keel". */
const folderIn = (project: string, folder: string): string => {
  const parent = project.slice(0, project.lastIndexOf('/'));
  return parent.lastIndexOf('/') > 0 && folder.startsWith(`${parent}/`) && !folder.startsWith(`${project}/`)
    ? `..${folder.slice(parent.length)}`
    : pathIn(project, folder);
};

/** Where it is done, unless that is the project itself. */
const inWords = (folder: string | null, project: string): string[] =>
  folder === null || folder === project ? [] : [`in ${folderIn(project, folder)}`];

/** What a form says in one line; `project` is where its paths begin. */
export function headOf(form: Form, project: string): Head {
  switch (form.as) {
    case 'changes': {
      const [first] = form.files;
      const sum = (of: 'added' | 'removed') => form.files.reduce((total, file) => total + file[of], 0);
      const more = form.files.length > 1 ? [`and ${count(form.files.length - 1, 'more file')}`] : [];
      return {
        subject: first === undefined ? '' : pathIn(project, first.path),
        words: [...more, ...changed(sum('added'), sum('removed'))],
      };
    }
    case 'read':
      return { subject: pathIn(project, form.path), words: rangeWords(form.from, form.count) };
    case 'file': {
      const from = form.from > 1 ? [`from line ${formatNumber(form.from)}`] : [];
      return { subject: pathIn(project, form.path), words: [count(form.lines, 'line'), ...from] };
    }
    case 'command':
      return { subject: form.command, words: inWords(form.folder, project) };
    case 'output': {
      const exit = form.exit === null ? [] : [`exit ${form.exit}`];
      return { subject: '', words: [...exit, count(form.lines, 'line'), ...(form.ms === null ? [] : [seconds(form.ms)])] };
    }
    case 'search':
      return { subject: form.pattern, words: inWords(form.where, project) };
    case 'found':
      return { subject: '', words: [count(form.lines, 'line')] };
    case 'list': {
      const done = form.items.filter(({ state }) => state === 'done').length;
      const next = form.items.find(({ state }) => state === 'doing') ?? form.items.find(({ state }) => state === 'open');
      return { subject: '', words: [`${done} of ${form.items.length} done`, ...(next === undefined ? [] : [next.text])] };
    }
    case 'said':
      return { subject: '', words: [form.text.slice(0, 200).replace(/\s+/g, ' ')] };
    case 'plan':
      return { subject: '', words: ['a plan'] };
    case 'questions':
      return { subject: '', words: [count(form.items.length, 'question')] };
    case 'agent':
      return { subject: '', words: [form.title, ...(form.kind === null ? [] : [form.kind])].filter((word) => word !== '') };
    case 'fetch':
      return { subject: form.url, words: [] };
  }
}
