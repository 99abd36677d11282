// What the compiler refuses: moves of an intent that its table does not have.
import type { IntentMove } from './intent-moves.ts';

export const accepted: IntentMove = { from: 'pending', to: 'accepted' };

// @ts-expect-error What was accepted is not sent again.
export const again: IntentMove = { from: 'accepted', to: 'pending' };
// @ts-expect-error What was refused stays refused.
export const changed: IntentMove = { from: ['pending', 'refused'], to: 'accepted' };
