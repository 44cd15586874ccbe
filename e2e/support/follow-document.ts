import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a how-to asks for, in its order. */
type Step =
  | { kind: 'create'; path: string; content: string }
  | { kind: 'edit'; path: string; diff: string }
  | { kind: 'run'; command: string };

/**
 * The steps of a how-to: a block after "`path`:" is a new file, a `diff` block after "In `path`:" an edit, and each line
 * of an `sh` block a command.
 * @throws Error when a block is none of them: it would not be tested
 */
export function stepsOf(markdown: string): Step[] {
  const blocks = markdown.matchAll(/(?:^(In )?`([^`\n]+)`:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([block, edit, path, language, content = '']): Step[] => {
    if (path && edit && language === 'diff') return [{ kind: 'edit', path, diff: content }];
    if (path && !edit) return [{ kind: 'create', path, content }];
    if (language !== 'sh') throw new Error(`Neither a file, an edit nor commands:\n${block}`);
    return content
      .trimEnd()
      .split('\n')
      .map((command) => ({ kind: 'run', command }));
  });
}

/** Follows the steps in a folder. @param run runs a command there */
export function followDocument(file: string, root: string, run: (command: string) => void): void {
  for (const step of stepsOf(readFileSync(join(root, file), 'utf8'))) {
    if (step.kind === 'run') run(step.command);
    else applyStep(step, root);
  }
}

/** Writes or edits a file of the folder. */
export function applyStep(step: Exclude<Step, { kind: 'run' }>, root: string): void {
  if (step.kind === 'create') create(join(root, step.path), step.content);
  else edit(join(root, step.path), step.diff);
}

function create(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { flag: 'wx' });
}

/** @throws Error unless what the diff shows of the old text is in the file exactly once */
function edit(file: string, diff: string): void {
  const lines = diff.trimEnd().split('\n');
  const side = (mark: string) =>
    lines
      .filter((line) => line.startsWith(' ') || line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  const parts = readFileSync(file, 'utf8').split(side('-'));
  if (parts.length !== 2) throw new Error(`${file} does not have exactly once:\n${side('-')}`);
  writeFileSync(file, parts.join(side('+')));
}
