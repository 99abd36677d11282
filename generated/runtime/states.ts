// Generated from tools/runtime/states.ts by npm run generate; do not edit.
// State tables: which state may follow which.

export interface StateTable<State extends string> {
  readonly initial: State;
  readonly moves: Readonly<Record<State, readonly State[]>>;
  readonly final: readonly State[];
}

export const canMove = <State extends string>(table: StateTable<State>, from: State, to: State): boolean =>
  table.moves[from].includes(to);

export const isFinal = <State extends string>(table: StateTable<State>, state: State): boolean =>
  table.final.includes(state);

type StatesAfter = Readonly<Record<string, readonly string[]>>;

/** The states from which `To` may follow. Of a union only those from which each of them may. */
type Before<Moves extends StatesAfter, To> = {
  [From in keyof Moves]: [To] extends [Moves[From][number]] ? From : never;
}[keyof Moves];

/** Every state with those from which it may follow: a move that the table does not have does not compile. */
export type MoveOf<Moves extends StatesAfter> = {
  [To in keyof Moves]: {
    readonly from: Before<Moves, To> | readonly Before<Moves, To>[];
    readonly to: To;
  };
}[keyof Moves];
