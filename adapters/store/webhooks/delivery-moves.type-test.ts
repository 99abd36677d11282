// What the compiler refuses: moves of a delivery that the contract's table does not have.
import type { DeliveryMove } from './delivery-moves.ts';
import type { Recorded } from './port.ts';

export const replayed: DeliveryMove = { from: ['delivered', 'failed'], to: 'waiting' };

// @ts-expect-error What was delivered waits again before it fails.
export const undone: DeliveryMove = { from: 'delivered', to: 'failed' };
// @ts-expect-error What was withheld is not delivered without another attempt.
export const released: DeliveryMove = { from: ['waiting', 'withheld'], to: 'delivered' };
// @ts-expect-error An attempt does not end in a state that the table lacks.
export const lost: Recorded['status'] = 'lost';
