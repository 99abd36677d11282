// What is sent of an intent and what its refusal becomes, with an infrastructure that refuses everything.
import test from 'ava';
import type { ClaimedIntent, Settlement } from '../../../adapters/store/platform/port.ts';
import { systemClock } from '../../lib/clock.ts';
import { noFailpoints } from '../../lib/failpoints.ts';
import { intentDispatcher } from './intent-dispatcher.ts';

const refused: Settlement = { status: 'refused', detail: 'running_only is not known.' };

/** What was sent, noticed and reported of an intent that was written before the one that its request waits for. */
async function dispatched(intent: Pick<ClaimedIntent, 'kind'> & { readonly student_ids: readonly string[] }) {
  const happened: string[] = [];
  const claims = [{ ...intent, intent_id: 'first', lab_id: 'shell', groups: [], traceparent: null, attempts: 1 }];
  const dispatcher = intentDispatcher({
    intents: {
      write: async () => {},
      claim: async () => (claims.shift() ?? null) as ClaimedIntent | null,
      dueInMs: async () => null,
      renew: async () => true,
      settle: async () => true,
      postpone: async () => {},
      outcome: async () => refused,
    },
    store: { transaction: (work) => work(undefined as never) },
    feed: { notice: async () => void happened.push('notice') },
    infra: {
      async send() {
        happened.push('sent');
        return refused;
      },
    },
    clock: systemClock,
    report: { dependencyFailed: () => void happened.push('report') },
    failpoints: noFailpoints,
    holder: 'test',
    listenToIntents: () => ({ [Symbol.asyncDispose]: async () => {} }) as never,
  });
  await dispatcher.dispatchNow('shell', 'second', 10_000);
  return happened;
}

test('a refused start becomes a notice for the teacher, and a refused change of members a report', async (t) => {
  t.deepEqual(await dispatched({ kind: 'start', student_ids: ['anna'] }), ['sent', 'notice']);
  t.deepEqual(await dispatched({ kind: 'members', student_ids: ['anna'] }), ['sent', 'report']);
});

test('a start without students is not sent, and a stop without students is for the whole lab', async (t) => {
  t.deepEqual(await dispatched({ kind: 'start', student_ids: [] }), []);
  t.deepEqual(await dispatched({ kind: 'stop', student_ids: [] }), ['sent', 'notice']);
});
