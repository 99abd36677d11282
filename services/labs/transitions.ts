// Which state of an instance, and of its volume, may follow which: types made from the contract's tables, so that a move which they lack does not compile.
import type { instanceStateTable, volumeStateTable } from '../../generated/infra/states.ts';

type Table = Readonly<Record<string, readonly string[]>>;

/** The states of `Moves` from which `To` may follow. Of a union only those from which each of them may. */
type Before<Moves extends Table, To> = {
  [From in keyof Moves]: [To] extends [Moves[From][number]] ? From : never;
}[keyof Moves];

/** Every state with those from which it may follow. */
type Moves<States extends Table> = {
  [To in keyof States]: {
    readonly from: Before<States, To> | readonly Before<States, To>[];
    readonly to: To;
  };
}[keyof States];

export type StateMove = Moves<typeof instanceStateTable.moves>;
export type VolumeMove = Moves<typeof volumeStateTable.moves>;

class ImpossibleMove extends Error {
  override readonly name = 'ImpossibleMove';
}

/** What a row holds is only known as it is read, so where a move begins is compared here. What is there already may stay. */
export function demandMove(now: string, { from, to }: StateMove | VolumeMove): void {
  const before: readonly string[] = typeof from === 'string' ? [from] : from;
  if (now !== to && !before.includes(now))
    throw new ImpossibleMove(`an instance goes to ${to} from ${before.join(' or ')}, not from ${now}`);
}
