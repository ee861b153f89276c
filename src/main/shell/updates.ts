import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageBoxOptions } from 'electron';

/** What this needs of electron-updater. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null>;
  downloadUpdate(): Promise<unknown>;
  quitAndInstall(): void;
}

export interface UpdateHost {
  /** Where Electron keeps what came with the app. */
  resources: string;
  load(): Promise<Updater>;
  /** Shows a question, and answers the number of the button that was pressed. */
  ask(question: MessageBoxOptions & { buttons: string[] }): Promise<number>;
}

/** electron-builder writes it into packages that were made with an address to look for updates at. */
const ADDRESS = 'app-update.yml';

const question = (message: string, detail: string, yes: string) => ({
  type: 'question' as const,
  message,
  detail,
  buttons: [yes, 'Not now'],
  defaultId: 1,
  cancelId: 1,
});

/**
 * Looks for a newer version once, in packages that were made with an address for it, and in no others: without one nothing is loaded and
 * nothing leaves this machine. Downloads and installs only what a person said yes to. Answers what came of it; never throws, since a server
 * that does not answer must not keep the app from working.
 */
export async function lookForUpdate({ resources, load, ask }: UpdateHost): Promise<'off' | 'none' | 'declined' | 'installing' | 'failed'> {
  if (!existsSync(join(resources, ADDRESS))) return 'off';
  try {
    const updater = await load();
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    const found = await updater.checkForUpdates();
    if (!found?.isUpdateAvailable) return 'none';
    const { version } = found.updateInfo;
    if ((await ask(question(`Download Tapescope ${version}?`, 'Tapescope asks again before it installs it.', 'Download'))) !== 0)
      return 'declined';
    await updater.downloadUpdate();
    if ((await ask(question(`Install Tapescope ${version} now?`, 'Tapescope closes and opens again.', 'Install'))) !== 0) return 'declined';
    updater.quitAndInstall();
    return 'installing';
  } catch (failure) {
    console.error(`Tapescope could not check for an update: ${failure instanceof Error ? failure.message : String(failure)}`);
    return 'failed';
  }
}
