import { onTestFinished } from 'vitest';
import { type ModelServer, type Received, type Scripted, startModel } from './scripted-model.ts';

export { KEY, type ModelServer, type Received, type Scripted, streamOf } from './scripted-model.ts';

/** A model server that answers from a list, or by what it received; closed when the test is over. */
export async function serveModel(
  script: readonly Scripted[],
  heard?: (received: Received) => void,
  answer?: (one: Received, number: number) => Scripted | undefined,
): Promise<ModelServer> {
  const server = await startModel(script, heard, answer);
  onTestFinished(server.close);
  return server;
}
