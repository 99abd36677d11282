// Whether other teams may consume from a channel: their packages and the account for them follow x-shared.
import { found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import type { ChannelRule } from './rule.ts';

export const shared: ChannelRule = {
  id: 'x-shared',
  reason: 'The message packages contain the shared channels only.',
  compare(before, after) {
    const [was, is] = [before, after].map(({ node }) => node.fields['x-shared'] === true);
    if (was === is) return [];
    const ends = {
      before: before.node.raw('x-shared') ?? before.node,
      after: after.node.raw('x-shared') ?? after.node,
    };
    return [
      is
        ? found(
            'consumer',
            '',
            { ...ends, rule: 'channel-shared', what: 'other teams may consume its messages' },
            additive('{Readers} find it in the next version of their package.'),
          )
        : found(
            'consumer',
            '',
            { ...ends, rule: 'channel-unshared', what: 'other teams may no longer consume its messages' },
            breaking('{Readers} no longer find it in their package.'),
          ),
    ];
  },
};
