// Which test files a command line asks for, and what runs beside them.
import { isConsumers, isJudges, testFiles, tierOf } from './tiers.ts';
import { changedFiles, touchedTests } from './touched.ts';

export type Selection = {
  /** For ava: whole paths, or what someone typed. */
  readonly files: readonly string[];
  readonly isChecked: boolean;
  /** Everything there is, so that all servers are started at once. */
  readonly isWhole: boolean;
  /** Tests that the change touches, beyond what `--fast` has time for. */
  readonly leftOut: readonly string[];
};

/** With servers, a file takes some 5 to 20 seconds, and `--fast` should take 90 with everything. */
const mostTouched = 6;

const groups: ReadonlyMap<string, (file: string) => boolean> = new Map([
  ['--consumers', isConsumers],
  ['--judges', isJudges],
]);

export function chooseTests(root: string, args: readonly string[]): Selection {
  const all = testFiles(root);
  const product = all.filter((file) => !isJudges(file) && !isConsumers(file));
  const [first] = args;
  if (first === undefined) return { files: product, isChecked: true, isWhole: true, leftOut: [] };
  const group = groups.get(first);
  if (group !== undefined)
    return { files: [...all.filter(group), ...args.slice(1)], isChecked: false, isWhole: true, leftOut: [] };
  if (first !== '--fast') return { files: args, isChecked: false, isWhole: false, leftOut: [] };
  const pure = product.filter((file) => tierOf(file) === 'pure');
  const touched = touchedTests(root, all, changedFiles(root)).filter((file) => !pure.includes(file));
  const files = [...pure, ...touched.slice(0, mostTouched), ...args.slice(1)];
  return { files, isChecked: true, isWhole: false, leftOut: touched.slice(mostTouched) };
}
