import type { MenuItemConstructorOptions } from 'electron';
import { panels } from '../../shared/panels.ts';

type Item = MenuItemConstructorOptions;

const separator: Item = { type: 'separator' };

/**
 * The native menu as data. `run` gets the id of a command of the window, the same as its own keys use; what only the
 * system can do is a role. Keys of one letter are shown but left to the window, where they do not disturb typing.
 */
export function menuTemplate(platform: NodeJS.Platform, run: (command: string) => void): Item[] {
  const item = (label: string, command: string, accelerator?: string): Item => ({
    label,
    click: () => run(command),
    ...(accelerator !== undefined && { accelerator, registerAccelerator: accelerator.includes('+') }),
  });
  const mac = platform === 'darwin';
  const file: Item[] = [
    item('Open…', 'open', 'CmdOrCtrl+O'),
    separator,
    ...(mac ? [] : [item('Settings…', 'settings', 'CmdOrCtrl+,'), separator]),
    mac ? { role: 'close' } : { role: 'quit' },
  ];
  const view: Item[] = [
    ...panels.map(({ id, name, key }) => item(name, `panel.${id}`, `CmdOrCtrl+${key}`)),
    separator,
    item('Library', 'library', 'CmdOrCtrl+B'),
    item('Inspector', 'inspector', 'CmdOrCtrl+I'),
    item('Receipt', 'receipt'),
    separator,
    item('Theme', 'theme'),
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    separator,
    { role: 'toggleDevTools' },
  ];
  const go: Item[] = [
    item('Previous Step', 'step.previous', '['),
    item('Next Step', 'step.next', ']'),
    item('First Step', 'step.first', 'Home'),
    item('Newest Step', 'step.last', 'End'),
    separator,
    item('Back', 'place.back', 'CmdOrCtrl+['),
    item('Forward', 'place.forward', 'CmdOrCtrl+]'),
    item('Copy Link', 'place.copy'),
    separator,
    item('Search', 'search', 'CmdOrCtrl+F'),
    item('Find a Command…', 'palette', 'CmdOrCtrl+K'),
  ];
  const own: Item[] = [
    { role: 'about' },
    separator,
    item('Settings…', 'settings', 'CmdOrCtrl+,'),
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    separator,
    { role: 'quit' },
  ];
  return [
    ...(mac ? [{ label: 'Tapescope', submenu: own }] : []),
    { label: 'File', submenu: file },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { label: 'Go', submenu: go },
    { role: 'windowMenu' },
    { role: 'help', submenu: [item('All Keys', 'keys')] },
  ];
}
