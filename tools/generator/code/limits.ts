// The limits of a document: the rate limits that it names, for the configuration of an installation.

import type { ApiDocument } from '../../contract/document/model.ts';
import { asRecord } from '../../contract/json.ts';
import { print } from './print.ts';

export function emitLimits({ name, bundle }: ApiDocument, header: string): string {
  const policies = Object.entries(asRecord(bundle.json['x-rate-limits'])).map(([policy, facts]) => {
    const { quota, window_s: windowS, per } = asRecord(facts);
    return [policy, { quota, windowS, per }];
  });
  return `${header}

/** Rate limits by policy: how many calls in how many seconds, and for whom they are counted. */
export const ${name}Limits = ${print(Object.fromEntries(policies))} as const;
`;
}
