import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Call } from './claude-writer.ts';

/**
 * The invented project as the agent finds and changes it. Reading, searching and editing answer what these files hold at that
 * moment, so that the transcript agrees with itself.
 */
export class Files {
  private readonly files = new Map<string, string>();
  readonly root: string;

  constructor(root: string, from: string) {
    this.root = root;
    for (const found of readdirSync(from, { recursive: true, withFileTypes: true })) {
      if (!found.isFile()) continue;
      const path = join(found.parentPath, found.name);
      // They end in .txt so that no tool takes them for parts of this project.
      this.files.set(
        relative(from, path)
          .split(sep)
          .join('/')
          .replace(/\.txt$/, ''),
        readFileSync(path, 'utf8'),
      );
    }
  }

  add(path: string, content: string): void {
    this.files.set(path, content);
  }

  content(path: string): string {
    const found = this.files.get(path);
    if (found === undefined) throw new Error(`the story has no file ${path}`);
    return found;
  }

  read(path: string, offset = 1, limit = 2000): Call {
    const input = { file_path: `${this.root}/${path}`, ...(offset > 1 || limit < 2000 ? { offset, limit } : {}) };
    const lines = this.content(path).replace(/\n$/, '').split('\n');
    const shown = lines.slice(offset - 1, offset - 1 + limit).map((line, at) => `${String(offset + at).padStart(6)}→${line}`);
    return { name: 'Read', input, output: shown.join('\n') };
  }

  missing(path: string): Call {
    return { name: 'Read', input: { file_path: `${this.root}/${path}` }, output: 'File does not exist.', failed: true };
  }

  grep(pattern: string, under = ''): Call {
    const wanted = new RegExp(pattern);
    const hits = [...this.files]
      .filter(([path]) => path.startsWith(under))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([path, content]) => content.split('\n').flatMap((line, at) => (wanted.test(line) ? [`${path}:${at + 1}:${line}`] : [])));
    return {
      name: 'Grep',
      input: { pattern, path: under || this.root, output_mode: 'content', '-n': true },
      output: hits.join('\n') || 'No matches found',
    };
  }

  edit(path: string, from: string, to: string): Call {
    const content = this.content(path);
    const input = { file_path: `${this.root}/${path}`, old_string: from, new_string: to };
    if (!content.includes(from)) throw new Error(`the story edits what is not in ${path}: ${from}`);
    this.files.set(
      path,
      content.replace(from, () => to),
    );
    const first = this.content(path).slice(0, this.content(path).indexOf(to)).split('\n').length;
    const shown = to.split('\n').map((line, at) => `${String(first + at).padStart(6)}→${line}`);
    return { name: 'Edit', input, output: `The file ${this.root}/${path} has been updated. The new lines:\n${shown.join('\n')}` };
  }

  /** An edit that finds nothing, because the file has changed since it was read. */
  editMissed(path: string, from: string, to: string): Call {
    if (this.content(path).includes(from)) throw new Error(`the story expects ${path} not to hold: ${from}`);
    const input = { file_path: `${this.root}/${path}`, old_string: from, new_string: to };
    return {
      name: 'Edit',
      input,
      output: `<tool_use_error>String to replace not found in file.\nString: ${from}</tool_use_error>`,
      failed: true,
    };
  }

  write(path: string, content: string): Call {
    const known = this.files.has(path);
    this.files.set(path, content);
    return {
      name: 'Write',
      input: { file_path: `${this.root}/${path}`, content },
      output: `${known ? 'File updated' : 'File created successfully at'}: ${this.root}/${path}`,
    };
  }
}

/** A shell command; `failed` where it left with another code than 0. */
export function bash(command: string, description: string, output: string, failed = false): Call {
  return {
    name: 'Bash',
    input: { command, description },
    output,
    failed,
  };
}
