// A row as the contract writes it: what is a date in a store is the text of an instant on the wire.

export type OnWire<Row> = {
  readonly [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name];
};

/** The fields stay as they are, in their order; only dates become text. */
export const onWire = <Row extends object>(row: Row): OnWire<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as OnWire<Row>;
