/** Names of the IPC channels between the desktop's preload and its main process. */
export const channels = {
  call: 'tapescope:call',
  cancel: 'tapescope:cancel',
  pick: 'tapescope:pick',
  push: 'tapescope:push',
  command: 'tapescope:command',
} as const;

/** Under this name the preload lends the bridge to the page. */
export const BRIDGE_NAME = 'tapescope';
