// One question of a run, and which answers to it are right.
import type { CheckName } from './checks.ts';
import type { Operation } from './contract/contract.ts';
import type { Request } from './requests/wire.ts';

export type Expected = {
  /** Each of them is right. */
  readonly status: number | readonly number[];
  /** In place of many statuses. */
  readonly words?: string;
  readonly slug?: string;
  /** The one place that the problem names: a JSON Pointer, or the name of a parameter. */
  readonly place?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Question = {
  readonly check: CheckName;
  /** What is asked, in words. */
  readonly asked: string;
  readonly operation: Operation | undefined;
  readonly request: Request;
  readonly expected?: Expected;
  /** The constraint that the request breaks. */
  readonly breaks?: { readonly place: string; readonly rule: string };
  /** Another deployment than the one that is judged. */
  readonly baseUrl?: string;
  /** 429 is an answer to this one, and nothing to wait for. */
  readonly isAboutLimits?: boolean;
};
