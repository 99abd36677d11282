// What every benchmark is given and how it prints its figures.

export type BenchOptions = {
  /** A separate empty folder, removed afterwards. */
  readonly dir: string;
  readonly print: (text: string) => void;
  readonly seed: number;
  readonly rounds: number;
  readonly roundMs: number;
  /** The rows of the sales file. */
  readonly rows: number;
  /** Aborted by Ctrl-C: looked at between two rounds. */
  readonly signal: AbortSignal;
  /** Where each measured process leaves its CPU profile. */
  readonly profileDir: string | undefined;
};

export type Bench = { readonly name: string; run(options: BenchOptions): Promise<void> };
