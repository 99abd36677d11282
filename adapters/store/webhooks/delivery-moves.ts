// How the status of a webhook delivery changes: a move that the contract's table lacks does not compile.

import type { webhookDeliveryStatusTable } from '../../../generated/analytics/states.ts';
import type { MoveOf } from '../../../generated/runtime/states.ts';
import { movesIn } from '../moves.ts';

export type DeliveryMove = MoveOf<typeof webhookDeliveryStatusTable.moves>;

export const { from, to } = movesIn<DeliveryMove>();

export const giveUp = { from: 'waiting', to: 'failed' } as const satisfies DeliveryMove;
export const replay = { from: ['delivered', 'failed', 'withheld'], to: 'waiting' } as const satisfies DeliveryMove;
export const replayFailed = { from: 'failed', to: 'waiting' } as const satisfies DeliveryMove;
