import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { CHROMIUM_ARGS } from '../../scripts/chromium.mjs';
import { type Cdp, connectCdp } from './cdp.ts';

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

export interface Chromium {
  /** Of its debugging port. */
  address: string;
  /** Ends the browser, waits for its processes and removes its profile. */
  end(): Promise<void>;
}

/** Starts the system's Chromium without a window, for one app after the other: each start of it takes longer than all else in a short test. */
export async function launchChromium(): Promise<Chromium> {
  const program = process.env.CHROME_PATH;
  if (!program) throw new Error('The stand-in needs CHROME_PATH, the program of a Chromium.');
  const profile = mkdtempSync(join(tmpdir(), 'tapescope-stand-in-'));
  const child = spawn(
    program,
    [
      '--headless',
      ...CHROMIUM_ARGS,
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
  // Without this a crash of the tests would leave a browser running.
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = await addressOf(child);
  const end = async () => {
    const cdp = await connectCdp(address);
    await cdp.send('Browser.close').catch(() => child.kill('SIGKILL'));
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  return { address, end };
}

/** A way to Chromium that ends with this process: Playwright does not hang up by itself. */
const createRelay = async (address: string): Promise<string> => {
  const { hostname, port } = new URL(address);
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname);
    pipeline(near, far, near, () => {});
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return address.replace(`:${port}/`, `:${(relay.address() as AddressInfo).port}/`);
};

/** Connects to a Chromium that other apps have used before. What one that crashed has left is closed, and nothing is allowed. */
export async function borrowChromium(): Promise<Cdp> {
  const address = process.env.TAPESCOPE_STAND_IN_CHROMIUM;
  if (!address) throw new Error('The stand-in needs TAPESCOPE_STAND_IN_CHROMIUM, the address of a Chromium.');
  const cdp = await connectCdp(address);
  const { targetInfos } = await cdp.send<{ targetInfos: { type: string; targetId: string }[] }>('Target.getTargets');
  const left = targetInfos.filter(({ type }) => type === 'page');
  await Promise.all(left.map(({ targetId }) => cdp.send('Target.closeTarget', { targetId })));
  await cdp.send('Browser.resetPermissions');
  // Playwright waits for this very line.
  process.stderr.write(`DevTools listening on ${await createRelay(address)}\n`);
  return cdp;
}
