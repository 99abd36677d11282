// What a rule is.

import type { Document, Finding } from './document.ts';

export type Rule = {
  readonly id: string;
  /** What goes wrong without it. */
  readonly why: string;
  /** The convention that it holds, as a heading of spec/README.md. */
  readonly see: string;
  readonly http?: (document: Document) => Iterable<Finding>;
  readonly messages?: (document: Document) => Iterable<Finding>;
};
