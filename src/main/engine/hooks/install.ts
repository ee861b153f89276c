import { findNodeAtLocation, type JSONPath, type Node, type ParseError, parse, parseTree } from 'jsonc-parser';
import { isRecord } from '../../../shared/model/record.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Hooking } from '../formats/hooking.ts';

/** Settings of an agent as their user wrote them: comments, order and blanks stay, wherever no hook of ours is. */

const HOOKS = 'hooks';

const nodeAt = (text: string, path: JSONPath): Node | undefined => {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, path);
};

/** How the file is written already, so that what is added looks like the rest. */
const habitsOf = (text: string) => ({ indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' });

const endOf = ({ offset, length }: Node): number => offset + length;

/** Appends a member or an item to what is at the path, and touches nothing else. */
const added = (text: string, path: JSONPath, key: string | null, value: unknown): string => {
  const into = nodeAt(text, path);
  if (into === undefined) throw new TypeError(`There is nothing at ${path.join('.')}.`);
  const { indent, eol } = habitsOf(text);
  const outer = indent.repeat(path.length);
  const written = JSON.stringify(value, null, indent).replaceAll('\n', `${eol}${outer}${indent}`);
  const member = `${eol}${outer}${indent}${key === null ? '' : `${JSON.stringify(key)}: `}${written}`;
  const last = into.children?.at(-1);
  if (last) return `${text.slice(0, endOf(last))},${member}${text.slice(endOf(last))}`;
  return `${text.slice(0, into.offset + 1)}${member}${eol}${outer}${text.slice(endOf(into) - 1)}`;
};

/** Removes what is at the path, with the comma that set it apart. */
const removed = (text: string, path: JSONPath): string => {
  const found = nodeAt(text, path);
  const node = found?.parent?.type === 'property' ? found.parent : found;
  const into = node?.parent;
  if (!node || !into?.children) return text;
  const at = into.children.indexOf(node);
  const [before, after] = [into.children[at - 1], into.children[at + 1]];
  const [from, to] = before ? [endOf(before), endOf(node)] : after ? [node.offset, after.offset] : [into.offset + 1, endOf(into) - 1];
  return text.slice(0, from) + text.slice(to);
};

const replaced = (text: string, path: JSONPath, value: string): string => {
  const node = nodeAt(text, path);
  return node ? text.slice(0, node.offset) + JSON.stringify(value) + text.slice(endOf(node)) : text;
};

/** Throws TapeError('refused') for a file that is not an object of settings: nothing is written over what nobody understands. */
const hooksIn = (text: string, file: string): Record<string, unknown> => {
  const errors: ParseError[] = [];
  const settings: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isRecord(settings)) throw new TapeError('refused', `${file} is not a JSON object, so it stays as it is.`);
  const hooks = settings[HOOKS] ?? {};
  if (!isRecord(hooks)) throw new TapeError('refused', `"hooks" in ${file} is not an object, so it stays as it is.`);
  return hooks;
};

/** A command of ours for this agent, in the shell or in Node, wherever its program is. */
const isOurs = (agent: string, hook: unknown): boolean =>
  isRecord(hook) &&
  typeof hook.command === 'string' &&
  (new RegExp(`\\btape(?:\\.[cm]?[jt]s)?["']? hook ${agent} \\w+$`).test(hook.command) ||
    new RegExp(`\\btape-hook'? ${agent} \\w+(?: '|$)`).test(hook.command));

interface Group {
  at: number;
  hooks: readonly unknown[];
  /** Which of them are ours. */
  ours: readonly number[];
}

const groupsOf = (agent: string, value: unknown): Group[] =>
  (Array.isArray(value) ? value : []).flatMap((group, at) => {
    const hooks = isRecord(group) && Array.isArray(group[HOOKS]) ? group[HOOKS] : [];
    const ours = hooks.flatMap((hook, place) => (isOurs(agent, hook) ? [place] : []));
    return ours.length === 0 ? [] : [{ at, hooks, ours }];
  });

/** The text without hooks of ours, and without the lists that then hold nothing. */
export function withoutHooks(text: string, agent: string, file: string): string {
  let left = text;
  for (const [event, value] of Object.entries(hooksIn(text, file))) {
    const groups = groupsOf(agent, value);
    for (const { at, hooks, ours } of groups.toReversed()) {
      if (ours.length === hooks.length) left = removed(left, [HOOKS, event, at]);
      else for (const place of ours.toReversed()) left = removed(left, [HOOKS, event, at, HOOKS, place]);
    }
    const now = hooksIn(left, file)[event];
    if (groups.length > 0 && Array.isArray(now) && now.length === 0) left = removed(left, [HOOKS, event]);
  }
  const isEmpty = left !== text && Object.keys(hooksIn(left, file)).length === 0;
  return isEmpty ? removed(left, [HOOKS]) : left;
}

/** The text with one hook of ours for each event; those that are there already stay, with the command as it is now. */
export function withHooks(
  text: string,
  agent: string,
  file: string,
  { events, group }: Hooking,
  command: (event: string) => string,
): string {
  const blank = text.trim() === '' ? '{}\n' : text;
  return events.reduce((sofar, event) => {
    const value = hooksIn(sofar, file)[event];
    if (value !== undefined && !Array.isArray(value))
      throw new TapeError('refused', `"hooks.${event}" in ${file} is not a list, so it stays as it is.`);
    const [found] = groupsOf(agent, value);
    if (found === undefined) {
      const mine = group(event, command(event));
      const opened = nodeAt(sofar, [HOOKS]) ? sofar : added(sofar, [], HOOKS, {});
      return value === undefined ? added(opened, [HOOKS], event, [mine]) : added(opened, [HOOKS, event], null, mine);
    }
    const [place = 0] = found.ours;
    const { command: now } = found.hooks[place] as { command: string };
    return now === command(event) ? sofar : replaced(sofar, [HOOKS, event, found.at, HOOKS, place, 'command'], command(event));
  }, blank);
}
