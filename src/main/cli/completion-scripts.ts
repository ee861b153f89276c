import { TapeError } from '../../shared/rpc/tape-error.ts';

// The scripts only ask `NAME __complete` with the words so far: what there is to complete is in one place, the table. NAME is the program.

const BASH = `# Completion of NAME for bash: eval "$(NAME completion bash)"
_NAME() {
  local value
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    [ -n "$value" ] && COMPREPLY+=("$(printf '%q' "$value")")
  done < <(NAME __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _NAME NAME`;

const ZSH = `#compdef NAME
# Completion of NAME for zsh: eval "$(NAME completion zsh)"
_NAME() {
  local line value about
  local -a found
  for line in "\${(@f)$(NAME __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    value=\${line%%$'\\t'*}
    about=\${line#*$'\\t'}
    found+=("\${value//:/\\\\:}:$about")
  done
  if (( $#found )); then _describe NAME found; else _files; fi
}
compdef _NAME NAME`;

const FISH = `# Completion of NAME for fish: NAME completion fish | source
function __NAME_complete
  set -l found (NAME __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c NAME -f -k -a '(__NAME_complete)'`;

const SCRIPTS: Record<string, string> = { bash: BASH, zsh: ZSH, fish: FISH };

/** What a shell is to run so that it completes `program`. Throws TapeError('bad-input') for a shell that there is none for. */
export function completionFor(shell: string, program: string): string {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell]?.replaceAll('NAME', program) : undefined;
  if (script === undefined) throw new TapeError('bad-input', `There is completion for bash, zsh and fish, not for "${shell}".`);
  return script;
}
