// Which tests a change touches: those that it edits, and those that import a file which it edits.
import { execFileSync } from 'node:child_process';
import { importsOf } from './imports.ts';

/** Changed since the branch left main, committed or not; on main itself what is not committed, else the last commit. */
export function changedFiles(root: string): readonly string[] {
  const open = [
    ...git(root, 'diff', '--name-only', 'HEAD'),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ];
  const head = git(root, 'rev-parse', 'HEAD')[0];
  const base = ['origin/main', 'main'].flatMap((main) => git(root, 'merge-base', 'HEAD', main))[0];
  if (base !== undefined && base !== head) return [...new Set([...git(root, 'diff', '--name-only', base), ...open])];
  return open.length > 0 ? open : git(root, 'diff', '--name-only', 'HEAD~1');
}

/** The changed tests of `tests`, then those that import what has changed. */
export function touchedTests(root: string, tests: readonly string[], changed: readonly string[]): readonly string[] {
  const isChanged = new Set(changed);
  const imports = (test: string) => importsOf(root, test).some((file) => isChanged.has(file));
  return [
    ...tests.filter((test) => isChanged.has(test)),
    ...tests.filter((test) => !isChanged.has(test) && imports(test)),
  ];
}

/** The lines of its answer; none where there is no such commit, or no repository. */
function git(root: string, ...args: readonly string[]): readonly string[] {
  try {
    const answer = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return answer.split('\n').filter((line) => line !== '');
  } catch {
    return [];
  }
}
