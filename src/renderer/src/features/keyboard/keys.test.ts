import { describe, expect, it } from 'vitest';
import { panels } from '../../../../shared/panels.ts';
import { hintsFor } from './hints.ts';
import { type Command, type CommandId, caps, commandOf, commands, nameOf, resolve, type Where } from './keys.ts';

const keysIn = (where?: Where) =>
  everyCommand
    .filter((command) => command.where === where)
    .flatMap((command) => command.keys.map((key) => ({ key, id: command.id as CommandId })));
const everyCommand: readonly Command[] = commands;
const allKeys = keysIn();

describe('the table of keys', () => {
  it('gives no key to two commands', () => {
    for (const where of [undefined, 'library'] as const) {
      const keys = keysIn(where).map(({ key }) => key);
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    }
  });

  it('has no key that hides the first half of another', () => {
    const halves = allKeys.map(({ key }) => key.split(' ')).filter((parts) => parts.length > 1);
    const single = new Set(allKeys.map(({ key }) => key));
    expect(halves.filter(([first]) => single.has(first ?? ''))).toEqual([]);
  });

  it('leads from every key to its command', () => {
    for (const { key, id } of allKeys) {
      const [first, second] = key.split(' ');
      if (second === undefined) expect(resolve(null, key, false)).toEqual({ command: id });
      else {
        expect(resolve(null, first ?? '', false)).toEqual({ half: first });
        expect(resolve(first ?? '', second, false)).toEqual({ command: id });
      }
    }
  });

  it('means something else in the library, and there alone', () => {
    expect(resolve(null, 'x', false)).toEqual({ command: 'report' });
    expect(resolve(null, 'x', false, 'library')).toEqual({ command: 'table.select' });
    expect(resolve(null, 'j', false, 'library')).toEqual({ command: 'row.next' });
    expect(resolve(null, 'x', true, 'library')).toEqual({});
  });

  it('keeps out of what is being typed, but for keys with Ctrl or Cmd', () => {
    expect(resolve(null, 'j', true)).toEqual({});
    expect(resolve(null, 'g', true)).toEqual({});
    expect(resolve(null, 'mod+k', true)).toEqual({ command: 'palette' });
  });

  it('opens each view by its number and by its letter, with its name', () => {
    for (const { id, name, key, chord } of panels) {
      expect(resolve(null, key, false)).toEqual({ command: `panel.${id}` });
      expect(commandOf(`panel.${id}`)).toMatchObject({ keys: [chord, key], what: name });
    }
    expect(panels.map(({ key }) => (Number(key) + 9) % 10)).toEqual(
      panels.map(({ key }) => (Number(key) + 9) % 10).toSorted((a, b) => a - b),
    );
  });

  it('says in words what each command does', () => {
    for (const { id } of commands) expect(commandOf(id).what.length).toBeGreaterThan(2);
  });
});

describe('pressed keys', () => {
  const press = (key: string, held: Partial<{ ctrlKey: boolean; metaKey: boolean; altKey: boolean }> = {}) =>
    nameOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

  it('are named as in the table', () => {
    expect(press('k', { ctrlKey: true })).toBe('mod+k');
    expect(press('k', { metaKey: true })).toBe('mod+k');
    expect(press('ArrowLeft', { altKey: true })).toBe('Alt+ArrowLeft');
    expect(press('Shift')).toBeNull();
  });

  it('are themselves when typed with AltGr, as brackets are on many keyboards', () => {
    expect(press('[', { ctrlKey: true, altKey: true })).toBe('[');
  });

  it('are drawn as caps', () => {
    expect(caps('mod+k', false)).toEqual(['Ctrl', 'K']);
    expect(caps('mod+k', true)).toEqual(['⌘', 'K']);
    expect(caps('g c', false)).toEqual(['g', 'c']);
    expect(caps('Alt+ArrowLeft', false)).toEqual(['Alt', '←']);
    expect(caps('+', false)).toEqual(['+']);
  });
});

describe('hints in the footer', () => {
  it('name only keys that somebody answers to', () => {
    const live: CommandId[] = ['step.previous', 'step.next', 'row.next', 'keys', 'library'];
    expect(hintsFor(live, false).map(({ word }) => word)).toEqual(['step', 'keys']);
    expect(hintsFor(live, true).map(({ word }) => word)).toEqual(['step', 'library', 'keys']);
  });
});
