// The answer that an operation gives or waits for: where it goes, and which messages it may be.

import { type Finding, found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { type Node, text } from '../source.ts';
import type { Operation } from './channel.ts';

/** Who is concerned is the other end of the request: who answers what we ask, or reads what we answer. */
export function compareReplies(before: Operation, after: Operation): Finding[] {
  const [old, now] = [before.reply, after.reply];
  const weAsk = after.action === 'send';
  const ends = { before: old?.node ?? before.node, after: now?.node ?? after.node };
  const report = (rule: string, what: string, verdict: ReturnType<typeof breaking>, where = ends): Finding =>
    found(weAsk ? 'consumer' : 'producer', 'reply', { ...where, rule, what }, verdict);
  if (old === undefined && now === undefined) return [];
  if (old === undefined)
    return [
      report(
        'reply-added',
        `\`${after.key}\` ${weAsk ? 'waits for' : 'gives'} an answer`,
        weAsk
          ? breaking('The receiver must now reply to the request.')
          : additive('The requester can ignore the reply.'),
      ),
    ];
  if (now === undefined)
    return [
      report(
        'reply-removed',
        `\`${after.key}\` no longer ${weAsk ? 'waits for' : 'gives'} an answer`,
        breaking(weAsk ? 'No one reads the reply.' : 'The requester waits for a reply that is not sent.'),
      ),
    ];
  return [...place(old, now, weAsk, report), ...carried(old, now, weAsk, report)];
}

type Reply = NonNullable<Operation['reply']>;
type Report = (
  rule: string,
  what: string,
  verdict: ReturnType<typeof breaking>,
  where?: { before: Node; after: Node },
) => Finding;

function place(old: Reply, now: Reply, weAsk: boolean, report: Report): Finding[] {
  const ends = (...keys: string[]) => ({
    before: old.node.get(...keys) ?? old.node,
    after: now.node.get(...keys) ?? now.node,
  });
  const findings: Finding[] = [];
  const [was, is] = [old, now].map(({ node }) => node.get('channel'));
  // A channel whose own address changes is reported there.
  if (was?.id !== is?.id && addressOf(was) !== addressOf(is))
    findings.push(
      report(
        'reply-channel-changed',
        `the answer goes to ${addressOf(is)}, no longer to ${addressOf(was)}`,
        breaking(
          weAsk
            ? 'The responder sends it to an address that no one reads.'
            : 'The requester listens at an address that no longer receives it.',
        ),
        { before: old.node.raw('channel') ?? old.node, after: now.node.raw('channel') ?? now.node },
      ),
    );
  const [from, to] = [old, now].map(({ node }) => text(node.get('address')?.fields.location));
  if (from !== to)
    findings.push(
      report(
        'reply-address-changed',
        `the address of the answer stands in ${named(to)}, no longer in ${named(from)}`,
        breaking(
          weAsk ? 'The responder reads it from the old location.' : 'The requester sends it in the old location.',
        ),
        ends('address'),
      ),
    );
  return findings;
}

const named = (value: string | undefined): string => (value ? `\`${value}\`` : 'no place');
const addressOf = (channel: Node | undefined): string =>
  channel === undefined ? 'no channel' : `\`${text(channel.fields.address) || String(channel.path.at(-1))}\``;

/** A message that left or joined the channel of the answer as a whole is reported there. */
function carried(old: Reply, now: Reply, weAsk: boolean, report: Report): Finding[] {
  const ends = { before: old.node.raw('messages') ?? old.node, after: now.node.raw('messages') ?? now.node };
  const has = ({ node }: Reply, key: string) => node.get('channel', 'messages', key) !== undefined;
  const lost = [...old.messages.keys()].filter((key) => !now.messages.has(key) && has(now, key));
  const fresh = [...now.messages.keys()].filter((key) => !old.messages.has(key) && has(old, key));
  return [
    ...lost.map((key) =>
      report(
        'reply-message-removed',
        `\`${key}\` is no answer any more`,
        breaking(
          weAsk
            ? 'The reply of a responder that still sends it is not accepted.'
            : 'The requester waits for a message that is not sent.',
        ),
        ends,
      ),
    ),
    ...fresh.map((key) =>
      report(
        'reply-message-added',
        `\`${key}\` is an answer, too`,
        weAsk
          ? additive('Replying with it is optional.')
          : breaking('The requester can get a reply that it does not know.'),
        ends,
      ),
    ),
  ];
}
