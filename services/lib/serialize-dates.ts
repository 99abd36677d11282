// A row as the contract writes it: what is a date in a store is the text of an instant on the wire.

export type SerializedDates<Row> = {
  readonly [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name];
};

/** The fields stay as they are, in their order; only dates become text. */
export const serializeDates = <Row extends object>(row: Row): SerializedDates<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as SerializedDates<Row>;
