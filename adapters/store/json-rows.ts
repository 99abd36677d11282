// Rows that PostgreSQL answers as JSON inside of other rows: the same columns, with dates as text.

export type JsonRow<Row> = {
  readonly [Name in keyof Row]: Row[Name] extends Date
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name];
};

type DateColumn<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? Name : never }[keyof Row];

/** All columns that hold dates: one that is missing does not compile. */
export type DateColumns<Row> = { readonly [Name in DateColumn<Row>]: true };

/** Turns the texts of `dates` into dates; null stays null. */
export const rowFromJson =
  <Row extends object>(dates: DateColumns<Row>) =>
  (row: JsonRow<Row>): Row =>
    Object.fromEntries(
      Object.entries<unknown>(row).map(([name, value]) => [
        name,
        name in dates && value !== null ? new Date(value as string) : value,
      ]),
    ) as Row;
