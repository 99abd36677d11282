// What is known of an error that was caught: its kind and its dependency, in the words that every adapter uses.

/** For the fields of an event: what was thrown, if it is an error. */
export const errorOf = (error: unknown): { readonly error?: Error } => (error instanceof Error ? { error } : {});

/** A dependency did not answer, which says nothing about what was asked of it. */
export const isUnavailable = (error: unknown): error is Error =>
  error instanceof Error && 'kind' in error && error.kind === 'unavailable';

/** A dependency ended what it was asked for, because it took too long. */
export const isTimeout = (error: unknown): error is Error =>
  error instanceof Error && 'kind' in error && error.kind === 'timeout';

/** The dependency that the error names; `otherwise` when it names none. */
export const dependencyOf = (error: unknown, otherwise: string): string =>
  error instanceof Error && 'dependency' in error ? String(error.dependency) : otherwise;
