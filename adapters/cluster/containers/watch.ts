// Reports changes of an instance early, from the engine's stream of events.
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { instanceOf } from '../labels.ts';
import type { ContainerFacts } from './facts.ts';
import { label } from './labels.ts';
import { list } from './listing.ts';
import type { Site } from './site.ts';

const relevant = new Set(['start', 'die', 'died', 'oom', 'stop', 'kill', 'destroy', 'remove', 'restart', 'create']);
const LONGEST_PAUSE_MS = 10_000;

type Event = { Action?: string; Actor?: { ID: string; Attributes: Record<string, string> } };

type Wake = (instance_id: InstanceId) => void;

/**
 * Events of a broken connection are lost, so all instances are called for when there is one again: what failed while
 * the engine was unavailable would else wait for its back-off to end, up to a minute after the engine is back.
 */
export async function watch(site: Site, facts: ContainerFacts, wake: Wake, signal: AbortSignal): Promise<void> {
  let attempts = 0;
  const opened = async () => {
    if (attempts > 1) await wakeAll(site, wake);
  };
  for (let pauseMs = 100; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const since = performance.now();
    attempts++;
    await follow(site, facts, { wake, opened }, signal).catch(() => undefined);
    if (performance.now() - since > LONGEST_PAUSE_MS) pauseMs = 100;
    // Not all of our workers at once.
    await pause(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}

async function wakeAll(site: Site, wake: Wake): Promise<void> {
  const resources = await list(site.engine, site.installation);
  const ids = resources.flatMap(({ labels }) => instanceOf(labels) ?? []);
  for (const id of new Set(ids)) wake(id);
}

type Hints = { readonly wake: Wake; readonly opened: () => Promise<void> };

async function follow(site: Site, facts: ContainerFacts, { wake, opened }: Hints, signal: AbortSignal): Promise<void> {
  const filters = JSON.stringify({ type: ['container'], label: [`${label.installation}=${site.installation}`] });
  const events = await site.engine.stream('GET', '/events', { query: { filters }, signal, silenceMs: null });
  // Beside the events: none of them may wait.
  opened().catch(() => undefined);
  for await (const line of createInterface(events)) {
    const { Action = '', Actor } = JSON.parse(line) as Event;
    const { [label.installation]: installation, [label.kind]: kind } = Actor?.Attributes ?? {};
    if (Actor === undefined || installation !== site.installation || !relevant.has(Action)) continue;
    // Our readers of volumes change nothing; a hint about them would make a count of homes repeat without end.
    if (kind === 'helper') continue;
    facts.forget(Actor.ID);
    const instance = instanceOf(Actor.Attributes);
    if (instance !== null) wake(instance);
  }
}
