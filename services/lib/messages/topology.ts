// Declares exchanges and queues until the broker has them as the contract says.
import type { Broker } from '../../../adapters/broker/port.ts';
import type { Topology } from '../../../generated/runtime/messages/amqp.ts';
import type { Clock } from '../clock.ts';
import { type BackOff, backOffMs } from '../work/back-off.ts';

type Deps = {
  readonly broker: Pick<Broker, 'ready' | 'assertTopology'>;
  readonly clock: Pick<Clock, 'wait'>;
  /**
   * Reported each time, but for a queue that is missing at first: one that exists in another form needs an operator,
   * and the text names it.
   */
  readonly failed: (error: unknown) => void;
  /**
   * From the first pause on, each is twice as long as the one before: at the first start another service may be about
   * to declare what is missing.
   */
  readonly backOff?: BackOff;
};

/**
 * When all services start at once, a queue may be missing until the one that declares it has connected, 1.5 s from the
 * first attempt.
 */
const quietFailures = 2;

/** Rejects with the signal alone. Once the operator has removed the conflict, nothing has to be started again. */
export async function declareTopology(
  { broker, clock, failed, backOff = { firstMs: 500, longestMs: 30_000 } }: Deps,
  topology: Topology,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 1; ; failures++) {
    try {
      await broker.ready(signal);
      return await broker.assertTopology(topology, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (failures > quietFailures || !isMissing(error)) failed(error);
      await clock.wait(backOffMs(failures, backOff), signal);
    }
  }
}

/** As the adapter calls it. */
const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'TopologyMissing';
