// One exchange or queue as it is declared on a broker.

/** An exchange has a type, a queue has arguments. */
export type Declaration = { readonly name: string; readonly durable: boolean } & (
  | { readonly type: string }
  | { readonly queueArguments: Readonly<Record<string, string | number>> }
);
