// What to print of an error that was caught.

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
