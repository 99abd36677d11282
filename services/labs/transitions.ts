// Which state of an instance, and of its volume, may follow which: types made from the contract's tables, so that a
// move which they lack does not compile.
import type { instanceStateTable, volumeStateTable } from '../../generated/infra/states.ts';
import type { MoveOf } from '../../generated/runtime/states.ts';

export type StateMove = MoveOf<typeof instanceStateTable.moves>;
export type VolumeMove = MoveOf<typeof volumeStateTable.moves>;

class ImpossibleMove extends Error {
  override readonly name = 'ImpossibleMove';
}

/**
 * What a row holds is only known as it is read, so where a move begins is compared here. What is there already may
 * stay.
 */
export function demandMove(now: string, { from, to }: StateMove | VolumeMove): void {
  const before: readonly string[] = typeof from === 'string' ? [from] : from;
  if (now !== to && !before.includes(now))
    throw new ImpossibleMove(`an instance goes to ${to} from ${before.join(' or ')}, not from ${now}`);
}
