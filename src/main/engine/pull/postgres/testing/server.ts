import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A server that listens on loopback, with its data in a temporary folder. */
export interface TestServer {
  port: number;
  stop(): Promise<void>;
}

/** Where Debian puts the programs of each version, and where others do. */
const PLACES = ['/usr/lib/postgresql/*/bin/initdb', ...(process.env.PATH ?? '').split(':').map((folder) => join(folder, 'initdb'))];

/** The programs of PostgreSQL's server on this machine; null where it has none. */
export function postgresPrograms(): string | null {
  const found = PLACES.flatMap((place) => globSync(place))
    .sort()
    .at(-1);
  return found === undefined ? null : dirname(found);
}

/** The server refuses to run as root: another user then. */
function whoRuns(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string, user: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Starts a server whose user `miller` has a password. */
export async function startPostgres(programs: string, password: string): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-postgres-'));
  const who = whoRuns();
  const secret = join(folder, 'password');
  writeFileSync(secret, password);
  if (who.uid !== undefined && who.gid !== undefined) for (const path of [folder, secret]) chownSync(path, who.uid, who.gid);
  const data = join(folder, 'data');
  const options = { ...who, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'miller', `--pwfile=${secret}`, '-A', 'scram-sha-256', '-E', 'UTF8', '--no-sync'],
    {
      ...options,
      stdio: 'ignore',
    },
  );
  const port = await freePort();
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await ready(server);
  return {
    port,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for the line that says so; throws what it said where it ended. */
async function ready(server: ChildProcess): Promise<void> {
  let said = '';
  for await (const chunk of server.stderr ?? []) {
    said += chunk;
    if (said.includes('ready to accept connections')) return void server.stderr?.resume();
  }
  throw new Error(`postgres ended: ${said}`);
}
