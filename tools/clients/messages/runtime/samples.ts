// Recorded messages for tests of consumers: the examples of the contracts, in the form that `handle` gets.
import { samples as analytics } from '../../../../generated/analytics/samples.ts';
import { samples as lab } from '../../../../generated/lab/samples.ts';
import type { Sample } from '../../../../generated/runtime/messages/message.ts';
import type { MessageName, Payloads } from './definitions.ts';
import type { Message } from './messages.ts';

export type { Message, MessageName };

const recorded: {
  readonly [Name in MessageName]: readonly [Sample<Payloads[Name]>, ...Sample<Payloads[Name]>[]];
} = { ...analytics, ...lab };

/** The titles of the samples of a message, in the order of the contract. */
export const titlesOf = (name: MessageName): readonly string[] => recorded[name].map(({ title }) => title);

/**
 * The sample with this title, or the first one. What `changes` holds stands in place of the recorded fields. Throws
 * when there is no such title.
 */
export function sample<Name extends MessageName>(
  name: Name,
  { title, changes }: { readonly title?: string; readonly changes?: Partial<Payloads[Name]> } = {},
): Message<Name> {
  const samples: readonly Sample<Payloads[Name]>[] = recorded[name];
  const found = samples.find((each) => title === undefined || each.title === title);
  if (found === undefined)
    throw new RangeError(`${name} has no sample ${title}. Samples: ${titlesOf(name).join(', ')}.`);
  const { id, occurredAt, traceparent, payload } = found;
  return { name, id, occurredAt, traceparent, payload: { ...payload, ...changes } } as Message<Name>;
}
