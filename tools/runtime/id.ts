// Ids made of texts that no request or message brought: new UUIDs, labels of a cluster, keys of objects.
import { formats, ucs2length } from './formats.ts';

export interface IdRules {
  readonly name: string;
  readonly format?: 'uuid';
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface IdType<Id extends string> {
  /** Throws a TypeError for a text that the schema of the id refuses. */
  (text: string): Id;
  accepts(text: string | undefined): text is Id;
}

export function idType<Id extends string>(rules: IdRules): IdType<Id> {
  const { format, minLength = 0, maxLength = Infinity } = rules;
  const pattern = rules.pattern === undefined ? undefined : new RegExp(rules.pattern, 'u');
  const accepts = (text: string | undefined): text is Id => {
    if (text === undefined || (format === 'uuid' && !formats.uuid.test(text))) return false;
    const length = ucs2length(text);
    return length >= minLength && length <= maxLength && (pattern === undefined || pattern.test(text));
  };
  const make = (text: string): Id => {
    if (accepts(text)) return text;
    throw new TypeError(`not a ${rules.name}`);
  };
  return Object.assign(make, { accepts });
}
