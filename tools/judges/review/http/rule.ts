// What a rule about operations is.

import type { Finding } from '../finding.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import type { Operation } from './operation.ts';

export type OperationRule = {
  readonly id: string;
  readonly reason: string;
  readonly compare: (before: Operation, after: Operation, schemas: SchemaComparer) => Finding[];
};
