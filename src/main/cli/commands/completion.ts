import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Run } from '../run.ts';

// The scripts only ask `tape __complete` with the words so far: what there is to complete stands in one place, the table.

const BASH = `# Completion of tape for bash: eval "$(tape completion bash)"
_tape() {
  local value
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    [ -n "$value" ] && COMPREPLY+=("$(printf '%q' "$value")")
  done < <(tape __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _tape tape`;

const ZSH = `#compdef tape
# Completion of tape for zsh: eval "$(tape completion zsh)"
_tape() {
  local line value about
  local -a found
  for line in "\${(@f)$(tape __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    value=\${line%%$'\\t'*}
    about=\${line#*$'\\t'}
    found+=("\${value//:/\\\\:}:$about")
  done
  if (( $#found )); then _describe tape found; else _files; fi
}
compdef _tape tape`;

const FISH = `# Completion of tape for fish: tape completion fish | source
function __tape_complete
  set -l found (tape __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c tape -f -k -a '(__tape_complete)'`;

const SCRIPTS: Record<string, string> = { bash: BASH, zsh: ZSH, fish: FISH };

export const run: Run = async ({ given, json, terminal }) => {
  const shell = given.operands[0] ?? '';
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) throw new TapeError('bad-input', `There is completion for bash, zsh and fish, not for "${shell}".`);
  if (json) terminal.json({ shell, script });
  else terminal.print([script]);
  return undefined;
};
