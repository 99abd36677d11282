// Who sends and who receives on a channel, and the properties of a delivery.

import type { Direction, Verdict } from '../change.ts';
import { type Finding, found, inPart } from '../finding.ts';
import { compareSecurity } from '../http/security.ts';
import { compareDeprecation } from '../lifecycle/deprecation.ts';
import { additive, breaking, editorial } from '../schema/verdicts.ts';
import { canonical } from '../source.ts';
import type { Channel, Operation } from './channel.ts';
import { compareReplies } from './reply.ts';
import type { ChannelRule } from './rule.ts';

/** What is sent concerns who reads it, and the other way round. */
const end = ({ action }: Operation): Direction => (action === 'send' ? 'consumer' : 'producer');

export const operations: ChannelRule = {
  id: 'operations',
  reason: 'A channel without a sender is silent; one without a reader loses what is sent.',
  compare(before, after) {
    const [old, now] = [before.operations, after.operations].map(
      (all) => new Map(all.map((each) => [each.key, each])),
    ) as [Map<string, Operation>, Map<string, Operation>];
    return [
      ...[...old].flatMap(([key, operation]) => {
        const other =
          now.get(key) ??
          [...now.values()].find(
            (each) => !old.has(each.key) && each.action === operation.action && each.service === operation.service,
          );
        if (other === undefined) return [gone(operation, after)];
        return [...renamed(operation, other), ...both(operation, other, before, after)];
      }),
      ...[...now]
        .filter(
          ([key, operation]) =>
            !old.has(key) &&
            ![...old.values()].some(
              (each) => !now.has(each.key) && each.action === operation.action && each.service === operation.service,
            ),
        )
        .map(([, operation]) => fresh(operation, before)),
    ];
  },
};

function gone(operation: Operation, after: Channel): Finding {
  const sends = operation.action === 'send';
  const where = {
    rule: sends ? 'send-removed' : 'receive-removed',
    what: `\`${operation.key}\` is gone`,
    before: operation.node,
    after: after.root.raw('operations') ?? after.node,
  };
  return found(
    end(operation),
    '',
    where,
    breaking(sends ? '{Readers} wait for messages that are no longer sent.' : 'No one reads what {senders} send.'),
  );
}

function fresh(operation: Operation, before: Channel): Finding {
  const where = {
    rule: operation.action === 'send' ? 'send-added' : 'receive-added',
    what: `\`${operation.key}\` is new`,
    before: before.root.raw('operations') ?? before.node,
    after: operation.node,
  };
  return found(end(operation), '', where, additive('The messages have the schema of the channel.'));
}

function renamed(before: Operation, after: Operation): Finding[] {
  if (before.key === after.key) return [];
  return [
    found(
      end(after),
      '',
      {
        rule: 'channel-operation-renamed',
        what: `\`${before.key}\` is called \`${after.key}\``,
        before: before.node,
        after: after.node,
      },
      editorial('The name of an operation is not part of a message.'),
    ),
  ];
}

function both(before: Operation, after: Operation, channelBefore: Channel, channelAfter: Channel): Finding[] {
  const ends = { before: before.node.raw('action') ?? before.node, after: after.node.raw('action') ?? after.node };
  if (before.action !== after.action)
    return [
      found(
        'both',
        '',
        { ...ends, rule: 'action-changed', what: `\`${after.key}\` changes from ${before.action} to ${after.action}` },
        breaking('The sender becomes the reader, and the reader the sender.'),
      ),
    ];
  return [
    ...carried(before, after, channelBefore, channelAfter),
    ...delivery(before, after),
    ...compareReplies(before, after),
    ...compareSecurity({ holder: before.node, root: before.node }, { holder: after.node, root: after.node }).map(
      (each) => ({ ...each, direction: 'both' as const }),
    ),
    ...inPart(end(after), '', compareDeprecation(before.node, after.node)),
  ];
}

/** A message that left or joined the channel as a whole is reported there. */
function carried(before: Operation, after: Operation, channelBefore: Channel, channelAfter: Channel): Finding[] {
  const ends = { before: before.node.raw('messages') ?? before.node, after: after.node.raw('messages') ?? after.node };
  const lost = [...before.messages.keys()].filter((key) => !after.messages.has(key) && channelAfter.messages.has(key));
  const new_ = [...after.messages.keys()].filter((key) => !before.messages.has(key) && channelBefore.messages.has(key));
  const sends = after.action === 'send';
  return [
    ...lost.map((key) =>
      found(
        end(after),
        '',
        {
          ...ends,
          rule: 'operation-message-removed',
          what: `\`${after.key}\` no longer ${sends ? 'sends' : 'takes'} \`${key}\``,
        },
        breaking(sends ? '{Readers} wait for it in vain.' : '{Senders} of it are refused.'),
      ),
    ),
    ...new_.map((key) =>
      found(
        end(after),
        '',
        {
          ...ends,
          rule: 'operation-message-added',
          what: `\`${after.key}\` also ${sends ? 'sends' : 'takes'} \`${key}\``,
        },
        sends
          ? breaking('{Readers} meet a message that did not come this way before.')
          : additive('Sending it is optional.'),
      ),
    ),
  ];
}

type Judge = (was: unknown, is: unknown) => Verdict;

const weakened =
  (why: string, otherwise: string, isWeaker: (was: unknown, is: unknown) => boolean): Judge =>
  (was, is) =>
    isWeaker(was, is) ? breaking(why) : additive(otherwise);

const less = (was: unknown, is: unknown): boolean =>
  is !== undefined && (was === undefined || Number(is) < Number(was));
const lost = (was: unknown, is: unknown): boolean => was === true && is !== true;

/** AMQP 0.9.1: 1 is transient, 2 is persistent. */
const properties: Readonly<Record<string, { rule: string; judge: Judge }>> = {
  deliveryMode: {
    rule: 'delivery-mode',
    judge: weakened(
      'Messages no longer survive a restart of the broker.',
      'Messages survive a restart of the broker.',
      (_, is) => is !== 2,
    ),
  },
  mandatory: {
    rule: 'mandatory',
    judge: weakened(
      'A message that no queue takes vanishes without a word.',
      'A message that no queue takes comes back to its producer.',
      lost,
    ),
  },
  timestamp: {
    rule: 'timestamp',
    judge: weakened('{Readers} that use the timestamp find nothing.', '{Readers} may use the timestamp.', lost),
  },
  expiration: {
    rule: 'expiration',
    judge: weakened(
      'A message expires before {readers} that were away for as long as was allowed come back.',
      '{Readers} find messages for longer.',
      less,
    ),
  },
  ack: {
    rule: 'ack',
    judge: weakened(
      'A message is lost when its reader dies over it.',
      'A message is delivered again when its reader dies over it.',
      lost,
    ),
  },
  priority: { rule: 'priority', judge: () => additive('Only the order within the queue changes.') },
  userId: { rule: 'user-id', judge: () => breaking('{Readers} that check the sender see another one.') },
};

function delivery(before: Operation, after: Operation): Finding[] {
  const [old, now] = [before.node.get('bindings', 'amqp'), after.node.get('bindings', 'amqp')];
  const ends = (name: string) => ({
    before: old?.raw(name) ?? old ?? before.node,
    after: now?.raw(name) ?? now ?? after.node,
  });
  const findings = Object.entries(properties).flatMap(([name, { rule, judge }]) => {
    const [was, is] = [old?.fields[name], now?.fields[name]];
    if (canonical(was) === canonical(is)) return [];
    const what = `${name} of \`${after.key}\` changes from ${canonical(was)} to ${canonical(is)}`;
    return [
      found(
        after.action === 'send' ? 'consumer' : 'producer',
        '',
        { ...ends(name), rule: `${rule}-changed`, what },
        judge(was, is),
      ),
    ];
  });
  return [...findings, ...copies(before, after)];
}

/** Other keys that get each message as well. */
function copies(before: Operation, after: Operation): Finding[] {
  return ['cc', 'bcc'].flatMap((name) => {
    const [old, now] = [before, after].map(({ node }) => node.get('bindings', 'amqp', name)) as [
      ReturnType<typeof before.node.get>,
      ReturnType<typeof before.node.get>,
    ];
    const [was, is] = [old, now].map((node) => (Array.isArray(node?.value) ? node.value.map(String) : []));
    const ends = { before: old ?? before.node, after: now ?? after.node };
    return [
      ...(was ?? [])
        .filter((key) => !is?.includes(key))
        .map((key) =>
          found(
            'consumer',
            '',
            { ...ends, rule: 'copy-removed', what: `no copy goes to \`${key}\` any more` },
            breaking('{Readers} of the copies get nothing any more.'),
          ),
        ),
      ...(is ?? [])
        .filter((key) => !was?.includes(key))
        .map((key) =>
          found(
            'consumer',
            '',
            { ...ends, rule: 'copy-added', what: `a copy goes to \`${key}\`` },
            additive('No other consumer gets less.'),
          ),
        ),
    ];
  });
}
