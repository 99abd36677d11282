// What the server answers to a caller instead of doing what was asked.
import type { FailureReason } from '../port.ts';

/** It is impossible, now or ever. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: FailureReason;

  constructor(reason: FailureReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** 404 or 409: it is not what it was. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}
