// The state of a lab by colour, shape and word: each of the three is enough.
import type { InstanceState } from '../../../generated/platform/types.ts';
import { texts } from '../texts/texts.ts';

/** Drawn in a square of 16 units. */
const shapes: Readonly<Record<InstanceState, string>> = {
  queued: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z',
  waiting_quota: 'M4 2h8L8 8l4 6H4l4-6Z',
  creating: 'M8 2a6 6 0 0 1 6 6',
  running: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z',
  degraded: 'M8 2 15 14H1Z',
  stopping: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 2v12',
  stopped: 'M3 3h10v10H3Z',
  failed: 'M3 3 13 13M13 3 3 13',
};

export const Shape = ({ state }: { readonly state: InstanceState }) => (
  <svg class={`shape ${state}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    {state === 'creating' && <circle cx="8" cy="8" r="6" class="track" />}
    <path d={shapes[state]} />
  </svg>
);

export const StateMark = ({ state }: { readonly state: InstanceState }) => (
  <span class={`state ${state}`}>
    <Shape state={state} />
    {texts.states[state].word}
  </span>
);
