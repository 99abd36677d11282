// The instances and notices of the person as the platform sends them: the last state of each, and whether the
// connection holds.
import {
  LiveEnded,
  type LiveInstance,
  type LiveLab,
  liveUpdates,
  type Notice,
  type ServerMessage,
} from '../../../generated/platform/live.ts';
import { client, sessionEnd } from './client.ts';
import { createStore } from './store.ts';

export interface Live {
  readonly connection: 'connecting' | 'connected' | 'lost' | 'refused';
  /** Milliseconds; null while connected. */
  readonly lostAt: number | null;
  /** Null before the first snapshot. */
  readonly instances: ReadonlyMap<string, LiveInstance> | null;
  readonly labs: ReadonlyMap<string, LiveLab['status']>;
  readonly notices: readonly Notice[];
}

export const live = createStore<Live>({
  connection: 'connecting',
  lostAt: null,
  instances: null,
  labs: new Map(),
  notices: [],
});

const againAfterMs = 5_000;
let updates: ReturnType<typeof liveUpdates> | undefined;
let from: { readonly epoch: string; readonly sequence: number } | undefined;

/**
 * Until the signal. The generated client resumes from the last number; what ends it is tried again here, since a page
 * stays open for days.
 */
export async function followLive(signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    try {
      updates = liveUpdates(client, {
        signal,
        ...(from === undefined ? {} : { from }),
        onConnect: () => live.set({ ...live.get(), connection: 'connected', lostAt: null }),
        onReconnect: lose,
      });
      for await (const message of updates) apply(message);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof LiveEnded && error.why === 'session_ended') return sessionEnd.set({ hasEnded: true });
      lose();
      if (error instanceof LiveEnded) return live.set({ ...live.get(), connection: 'refused' });
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
}

function lose(): void {
  const state = live.get();
  live.set({ ...state, connection: 'lost', lostAt: state.lostAt ?? Date.now() });
}

function apply(message: ServerMessage): void {
  const state = live.get();
  if (message.type === 'notice') {
    live.set({ ...state, notices: [message, ...state.notices].slice(0, mostNotices) });
    return;
  }
  from = { epoch: message.epoch, sequence: message.sequence };
  const isWhole = message.type === 'snapshot';
  const instances = new Map(isWhole ? [] : state.instances);
  for (const instance of message.instances) instances.set(instance.instance_id, instance);
  const labs = new Map(isWhole ? [] : state.labs);
  for (const { lab_id, status } of message.labs) labs.set(lab_id, status);
  live.set({ ...state, connection: 'connected', lostAt: null, instances, labs });
}

const mostNotices = 20;

/** This notice and all before it do not come again, on any device of the person. */
export function acknowledge(notice: Notice): void {
  updates?.acknowledge(notice.notice_id);
  const { notices } = live.get();
  live.set({ ...live.get(), notices: notices.slice(0, notices.indexOf(notice)) });
}

export const instancesOf = ({ instances }: Live, lab_id: string): readonly LiveInstance[] =>
  [...(instances?.values() ?? [])].filter((instance) => instance.lab_id === lab_id);
