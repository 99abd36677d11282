// Moves between the states of a table, as SQL: `M` is made from a state table, so a move that the table lacks does not
// compile.
import { sql } from './query.ts';

type Move = { readonly from: string | readonly string[]; readonly to: string };

/** Values are literals: the planner uses a partial index only where it can read its condition. */
export const movesIn = <M extends Move>() => ({
  /** The condition. */
  from({ from }: M) {
    const states: readonly string[] = typeof from === 'string' ? [from] : from;
    return sql.fragment`status in (${sql.join(
      states.map((state) => sql.literalValue(state)),
      sql.fragment`, `,
    )})`;
  },
  /** The assignment. */
  to: ({ to }: M) => sql.fragment`status = ${sql.literalValue(to)}`,
});
