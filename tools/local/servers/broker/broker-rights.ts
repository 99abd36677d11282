// What each account of the broker may do, as patterns of RabbitMQ: services by their operations in the message
// contracts, other teams by their name.
import { accounts as analytics } from '../../../../generated/analytics/topology.ts';
import { accounts as labs } from '../../../../generated/lab/topology.ts';
import { patternOf } from '../../../../generated/runtime/messages/amqp.ts';

const accounts = { ...analytics, ...labs };

export type BrokerUser = keyof typeof accounts;
export const brokerUsers = Object.keys(accounts).sort() as readonly BrokerUser[];

type Patterns = { readonly configure: string; readonly write: string; readonly read: string };

export function serviceRights(user: BrokerUser): Patterns {
  const { configure, write, read } = accounts[user].rights;
  return { configure: patternOf(configure), write: patternOf(write), read: patternOf(read) };
}

/**
 * Nothing on them is secret. `notifications` carries passwords, and dead letters hold what was never meant for others.
 */
export const openExchanges = ['lab.events', 'analytics.events'] as const;

export const teamName = /^[a-z][a-z0-9-]{1,30}$/;

/** Queues that begin with the team's name, and nothing else of anybody. */
export function teamRights(team: string): Patterns {
  const own = `${team}[.].*`;
  const exchanges = openExchanges.map((name) => name.replaceAll('.', '[.]'));
  return { configure: `^${own}$`, write: `^${own}$`, read: `^(${[own, ...exchanges].join('|')})$` };
}
