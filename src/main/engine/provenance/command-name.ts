/** Programs whose first word says little without the next one. */
const WITH_VERBS: ReadonlySet<string> = new Set(
  'git gh npm pnpm yarn npx bun bunx deno node-gyp cargo rustup go docker podman kubectl helm terraform make uv pip poetry dotnet mvn gradle'.split(
    ' ',
  ),
);

/** Words that say how something is run and not what. */
const RUNNERS: ReadonlySet<string> = new Set(['run', 'exec', 'x', 'dlx', 'sudo', 'time', 'env', 'nohup', 'command']);

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const VERB = /^[a-z][\w:.-]*$/i;

/** What a command line runs, in one or two words: "git diff", "pnpm vitest", "rg". */
export function commandName(line: string): string {
  const parts = line
    .trim()
    .split(/\s*(?:&&|\|\||;|\n)\s*/)
    .filter((part) => part !== '');
  const told = parts.find((part) => !/^(cd|export|set|source|\.)\s/.test(part)) ?? parts[0] ?? '';
  const words = told
    .split(/\s+/)
    .filter((word) => word !== '' && !ASSIGNMENT.test(word))
    .map((word) => word.replaceAll(/^['"]|['"]$/g, ''));
  while (words.length > 1 && RUNNERS.has(words[0] ?? '')) words.shift();
  const program = (words[0] ?? '').split(/[\\/]/).at(-1) ?? '';
  if (!WITH_VERBS.has(program)) return program.slice(0, 60);
  const verb = words.slice(1).find((word) => VERB.test(word) && !RUNNERS.has(word));
  return (verb === undefined ? program : `${program} ${verb}`).slice(0, 60);
}
