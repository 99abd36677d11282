// Tells early that something of an instance changed, by the engine's stream of events.
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { instanceOf } from '../labels.ts';
import type { Facts } from './facts.ts';
import { label } from './labels.ts';
import type { Site } from './site.ts';

const relevant = new Set(['start', 'die', 'died', 'oom', 'stop', 'kill', 'destroy', 'remove', 'restart', 'create']);
const LONGEST_PAUSE_MS = 10_000;

type Event = { Action?: string; Actor?: { ID: string; Attributes: Record<string, string> } };

/** Events of a broken connection are lost: hints they are, and the sweep looks anyway. */
export async function watch(
  site: Site,
  facts: Facts,
  wake: (instance_id: InstanceId) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let pauseMs = 100; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const since = performance.now();
    await follow(site, facts, wake, signal).catch(() => undefined);
    if (performance.now() - since > LONGEST_PAUSE_MS) pauseMs = 100;
    // Not all of our workers at once.
    await pause(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}

async function follow(
  site: Site,
  facts: Facts,
  wake: (instance_id: InstanceId) => void,
  signal: AbortSignal,
): Promise<void> {
  const filters = JSON.stringify({ type: ['container'], label: [`${label.installation}=${site.installation}`] });
  const events = await site.engine.stream('GET', '/events', { query: { filters }, signal, silenceMs: null });
  for await (const line of createInterface(events)) {
    const { Action = '', Actor } = JSON.parse(line) as Event;
    const { [label.installation]: installation, [label.kind]: kind } = Actor?.Attributes ?? {};
    if (Actor === undefined || installation !== site.installation || !relevant.has(Action)) continue;
    // What reads a volume is ours and changes nothing; whoever counts a home again at each hint would never end.
    if (kind === 'helper') continue;
    facts.forget(Actor.ID);
    const instance = instanceOf(Actor.Attributes);
    if (instance !== null) wake(instance);
  }
}
