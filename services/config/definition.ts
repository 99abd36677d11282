// What defines an environment variable: its reader, the roles that need it, and its description for operators.
import type { Reader } from './readers.ts';

export const roles = ['analytics', 'ingest', 'relay', 'platform', 'infra', 'worker', 'web', 'all', 'migrate'] as const;
export type Role = (typeof roles)[number];

/** Which of them answer HTTP. */
export const served = ['analytics', 'platform', 'infra'] as const;
/** Which of them work on what the installation has. */
export const serving = ['analytics', 'ingest', 'relay', 'platform', 'infra', 'worker'] as const;

export type Definition = {
  readonly reader: Reader<unknown>;
  /** Those that do not start without it; `[]`: it is optional. */
  readonly roles: readonly Role[];
  readonly otherwise?: string;
  /** One sentence for the operator. */
  readonly text: string;
};
