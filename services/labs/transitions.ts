// Which state of an instance, and of its volume, may follow which: types made from the contract's tables, so that a move which they lack does not compile.
import type { instanceStateTable, volumeStateTable } from '../../generated/infra/states.ts';

type InstanceMoves = typeof instanceStateTable.moves;
type VolumeMoves = typeof volumeStateTable.moves;

/** The states of `Moves` from which `To` may follow. Of a union only those from which each of them may. */
type Before<Moves extends Readonly<Record<string, readonly string[]>>, To> = {
  [From in keyof Moves]: [To] extends [Moves[From][number]] ? From : never;
}[keyof Moves];

export type StateBefore<To> = Before<InstanceMoves, To>;
export type VolumeBefore<To> = Before<VolumeMoves, To>;
