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
