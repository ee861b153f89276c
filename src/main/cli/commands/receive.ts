import { receivedFolder, startReceiver, USUAL_PORT } from '../../engine/receive/receiver.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { plural } from '../format/number.ts';
import { textOf, wholeOf } from '../options.ts';
import { untilStopped } from '../tty.ts';

export const command: Declaration = {
  flags: [
    { name: 'port', value: 'N', description: `port on 127.0.0.1 (default: ${USUAL_PORT}; 0 takes a free one)` },
    { name: 'folder', value: 'DIR', offers: 'file', description: 'keep what arrives there (default: received in ~/.tapescope)' },
    json,
  ],
  notes: [
    'Works with any program that exports OpenTelemetry: set OTEL_EXPORTER_OTLP_ENDPOINT to the printed address, and OTEL_EXPORTER_OTLP_PROTOCOL to http/protobuf or http/json.',
    'Takes traces and logs as OTLP over HTTP, plain or compressed with gzip. Each conversation, or each trace that names none, is a file that only grows; the window shows it while it runs.',
    'Listens on 127.0.0.1 only. Ctrl-C stops it.',
    'JSON holds {url, port, folder} when it listens, then one {kept, files} for each request.',
  ],
  example: ['tape receive', 'keeps the traces that programs on this machine send'],
  run,
};

const HIGHEST_PORT = 65_535;

/** Receives until Ctrl-C, which is how a receiver ends and so no failure. */
async function run({ given, json, terminal, signal }: Context): Promise<number | undefined> {
  const folder = textOf(given, 'folder') ?? receivedFolder();
  const kept = (records: number, files: readonly string[]): void => {
    if (json) terminal.json({ kept: records, files });
    else terminal.print([`${plural(records, 'record')} → ${files.join(', ')}`]);
  };
  const refused = (sentence: string): void => terminal.warn(sentence, json);
  const receiver = await startReceiver({ folder, port: wholeOf(given, 'port', USUAL_PORT, [0, HIGHEST_PORT]), kept, refused });
  if (json) terminal.json({ url: receiver.url, port: receiver.port, folder });
  else terminal.print([receiver.url, `Keeps traces in ${folder}. Ctrl-C stops it.`]);
  await untilStopped(signal);
  await receiver.close();
  return undefined;
}
