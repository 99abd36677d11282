// The request that an instance should not run, from either source: a caller of the infrastructure, or the age of the
// lab.
import type { InstanceRow } from '../../adapters/store/labs/port.ts';
import type { Claims } from '../../adapters/store/labs/upkeep/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import { type LabDelete, messages } from '../../generated/lab/messages.ts';
import type { Clock } from '../lib/clock.ts';
import type { Enqueue } from '../lib/messages/outbox.ts';
import { type Save, subjectOf, withState } from './change.ts';

type Known = { readonly claims: Pick<Claims, 'generations'> };
type Deps = Known & { readonly save: Save; readonly enqueue: Enqueue; readonly clock: Pick<Clock, 'now'> };

type Why = { readonly cause: LabDelete['cause']; readonly traceparent?: string | undefined };

const stoppable = ['queued', 'waiting_quota', 'creating', 'running', 'degraded', 'failed'] as const;

/** The row is locked by the caller. Null: it is stopped already, or stopping. */
export async function stopInstance(
  { save, enqueue, clock, claims }: Deps,
  tx: Tx,
  row: InstanceRow,
  { cause, traceparent }: Why,
): Promise<InstanceRow | null> {
  if (row.desired === 'stopped' && row.state !== 'failed') return null;
  const now = clock.now();
  const stopped: InstanceRow = {
    ...row,
    desired: 'stopped',
    generation: await nextGeneration({ claims }, tx, row),
    stopped_at: now,
  };
  // Started again while it was being stopped, and stopped by now: the new run ends before it was taken up.
  const taken = row.state === 'stopped' ? withState(stopped, { from: 'stopped', to: 'queued' }, now) : stopped;
  const saved = await save(tx, withState(taken, { from: stoppable, to: 'stopping' }, now), { traceparent });
  const { generation } = saved;
  await enqueue(tx, (meta) => messages.labDelete({ ...subjectOf(saved), generation, cause }, meta), {
    aggregate: saved.instance_id,
    ...(traceparent === undefined ? {} : { traceparent }),
  });
  return saved;
}

/**
 * Above everything that the cluster holds of the instance, also when the database is the older one of the two (a
 * restored dump).
 */
export async function nextGeneration(
  { claims }: Known,
  tx: Tx,
  { instance_id, generation }: Pick<InstanceRow, 'instance_id' | 'generation'>,
): Promise<number> {
  return Math.max(generation, (await claims.generations(tx, [instance_id])).get(instance_id) ?? 0) + 1;
}
