// The request body.

import { found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { compareContent } from './content.ts';
import type { OperationRule } from './rule.ts';

export const requestBody: OperationRule = {
  id: 'requestBody',
  reason: 'A body that must be there has to be sent; one that is not asked for is refused.',
  compare(before, after, schemas) {
    const [old, now] = [before.node.get('requestBody'), after.node.get('requestBody')];
    const ends = { before: old ?? before.node, after: now ?? after.node };
    const part = 'body';
    if (old === undefined && now === undefined) return [];
    if (old === undefined)
      return [
        now?.fields.required === true
          ? found(
              'request',
              part,
              { ...ends, rule: 'required-body-added', what: 'a body is required' },
              breaking('{Senders} without a body are refused.'),
            )
          : found(
              'request',
              part,
              { ...ends, rule: 'body-accepted', what: 'a body may be sent' },
              additive('{Senders} need not send one.'),
            ),
      ];
    if (now === undefined)
      return [
        found(
          'request',
          part,
          { ...ends, rule: 'request-body-removed', what: 'no body is taken any more' },
          breaking('What {senders} send in the body is refused or ignored.'),
        ),
      ];
    const [was, is] = [old.fields.required === true, now.fields.required === true];
    const place = { before: old.raw('required') ?? old, after: now.raw('required') ?? now };
    return [
      ...(is && !was
        ? [
            found(
              'request',
              part,
              { ...place, rule: 'body-required', what: 'the body is required' },
              breaking('{Senders} without a body are refused.'),
            ),
          ]
        : []),
      ...(was && !is
        ? [
            found(
              'request',
              part,
              { ...place, rule: 'body-optional', what: 'the body may be left out' },
              additive('{Senders} may go on sending it.'),
            ),
          ]
        : []),
      ...compareContent(old, now, 'request', part, schemas),
    ];
  },
};
