// What the compiler refuses: a service that queries with the transaction which it passes on.
import type { Tx } from './port.ts';

// @ts-expect-error Only the functions of this folder query.
export const queryOf = (tx: Tx) => tx.query;
