// A program that is part of an installation, and what is known of it while it runs, as a process or as a thread.

export type Program = {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** What to install when the program is not there. */
  readonly package?: string;
  /** One of our programs for Node, as `[node, file, ...arguments]`, that stops by `onStopRequest`. */
  readonly mayBeThread?: boolean;
};

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };
export type Running = {
  /** The process id; for a thread, that of our own process. */
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly logFile: string;
  signal(signal: NodeJS.Signals): void;
};
