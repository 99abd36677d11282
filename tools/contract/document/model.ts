// A document as the emitters see it.
import type { BodyKind, OperationFacts } from '../../runtime/contract.ts';
import type { ProblemFacts } from '../../runtime/problem.ts';
import type { JsonObject } from '../json.ts';
import type { Bundle } from './bundle.ts';

export interface ApiDocument {
  /** Folder below generated/, and prefix of the names in it. */
  readonly name: string;
  readonly bundle: Bundle;
  readonly schemas: Readonly<Record<string, JsonObject>>;
  readonly operations: readonly Operation[];
  /** The problems that this document answers with or speaks of, as a job does of what ended it. */
  readonly problems: Readonly<Record<string, Problem>>;
}

export interface Problem extends ProblemFacts {
  readonly meaning: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Operation {
  readonly facts: OperationFacts;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly BodyMedia[];
  readonly replies: readonly ReplyMedia[];
  readonly problemsByStatus: Readonly<Record<string, readonly string[]>>;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  readonly required: boolean;
  /** A list is written as one value, with commas, instead of being repeated. */
  readonly commas: boolean;
  readonly schema: JsonObject;
}

export interface BodyMedia {
  readonly type: string;
  readonly kind: BodyKind;
  readonly schema: JsonObject;
  /** Members that the validator fills in when the caller leaves them out. */
  readonly defaults: readonly string[];
}

export interface ReplyMedia {
  readonly status: number;
  /** Absent: an answer without body. */
  readonly type?: string;
  readonly schema: JsonObject;
  /** It has an ETag, for which the handler gives the revision. */
  readonly tagged: boolean;
  /** Fields that the handler gives; the runtime gives the others. */
  readonly headers: readonly string[];
}
