// Imported before a program: when that ends, writes the most memory that its process had, in bytes, to the file that TAPESCOPE_PEAK names. Linux only.
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const kilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  writeFileSync(process.env.TAPESCOPE_PEAK, String(kilobytes * 1024));
});
