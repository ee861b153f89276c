import { mainSession } from './claude-main.ts';
import { brokenSession } from './story-broken.ts';
import { logbookTapes } from './story-logbook.ts';
import { queuesSession } from './story-queues.ts';
import { remindersRollout } from './story-reminders.ts';

/** Every sample file, by path below `resources/samples`. */
export function sampleFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [path, content] of [...mainSession(), ...brokenSession()]) files.set(`claude/projects/${path}`, content);
  for (const [path, content] of logbookTapes()) files.set(`bub/tapes/${path}`, content);
  for (const [path, content] of remindersRollout()) files.set(`codex/${path}`, content);
  for (const [path, content] of queuesSession()) files.set(`pi/${path}`, content);
  return files;
}
