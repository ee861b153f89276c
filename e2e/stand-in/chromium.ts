import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Cdp, connectCdp } from './cdp.ts';

export interface Chromium {
  cdp: Cdp;
  /** Ends the browser, waits for its processes and removes its profile. */
  end(): Promise<void>;
}

const ADDRESS = /^DevTools listening on (ws:\/\/\S+)$/;

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    const said: string[] = [];
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}.\n${said.join('\n')}`)));
    if (child.stderr === null) return reject(new Error('Chromium has no stderr.'));
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      const address = ADDRESS.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });

/** Starts the system's Chromium without a window and connects to its debugging port. */
export async function startChromium(): Promise<Chromium> {
  const program = process.env.CHROME_PATH;
  if (!program) throw new Error('The stand-in needs CHROME_PATH, the program of a Chromium.');
  const profile = mkdtempSync(join(tmpdir(), 'tapescope-stand-in-'));
  const child = spawn(
    program,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-default-apps',
      '--disable-dev-shm-usage',
      '--disable-extensions',
      '--no-first-run',
      '--no-startup-window',
      '--force-color-profile=srgb',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  // Without this a crash of the app would leave a browser behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = await addressOf(child);
  const cdp = await connectCdp(address);
  // Playwright waits for this very line.
  process.stderr.write(`DevTools listening on ${address}\n`);
  const end = async () => {
    await cdp.send('Browser.close').catch(() => child.kill('SIGKILL'));
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  return { cdp, end };
}
