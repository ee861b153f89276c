import type { Session } from 'electron';

/** Refuses camera, clipboard reading, devices and all the rest. Electron's default is to grant whatever is asked for. */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}
