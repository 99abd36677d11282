// What a test file gets for `ava` in a thread that it shares: its tests are kept until all files of the thread are
// loaded.
import type { ExecutionContext } from 'ava';

export type Declared = { readonly title: string; readonly isSerial: boolean; readonly run: Run };
type Run = (t: ExecutionContext) => unknown;
type Given<Args extends unknown[]> = (t: ExecutionContext, ...args: Args) => unknown;

let declared: Declared[] = [];

const declare =
  (isSerial: boolean) =>
  <Args extends unknown[]>(title: string, run: Given<Args>, ...args: Args): void => {
    declared.push({ title, isSerial, run: (t) => run(t, ...args) });
  };

/** No hooks, and none that are skipped: a file that asks for more has a separate thread (sharing.ts). */
export default Object.assign(declare(false), { serial: declare(true) });

/** What a file declares while it is loaded, those first that must be alone, as ava runs them. One file at a time. */
export async function declaredBy(load: () => Promise<unknown>): Promise<readonly Declared[]> {
  declared = [];
  await load();
  return [...declared.filter(({ isSerial }) => isSerial), ...declared.filter(({ isSerial }) => !isSerial)];
}
