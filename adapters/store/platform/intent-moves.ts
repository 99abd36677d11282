// The states of an intent (table lab_starts, decision 21). No contract shows them, so their table is here; a move that
// it lacks does not compile.
import type { MoveOf, StateTable } from '../../../generated/runtime/states.ts';
import { movesIn } from '../moves.ts';

export type IntentStatus = 'pending' | 'accepted' | 'refused';

export const intentStatusTable = {
  initial: 'pending',
  moves: { pending: ['accepted', 'refused'], accepted: [], refused: [] },
  final: ['accepted', 'refused'],
} as const satisfies StateTable<IntentStatus>;

export type IntentMove = MoveOf<typeof intentStatusTable.moves>;

export const { from, to } = movesIn<IntentMove>();

/** By the answer of the infrastructure. */
export const settling = {
  accepted: { from: 'pending', to: 'accepted' },
  refused: { from: 'pending', to: 'refused' },
} as const satisfies Record<(typeof intentStatusTable.final)[number], IntentMove>;
