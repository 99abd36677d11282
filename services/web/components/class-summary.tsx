// A class in one line: a bar with one part for each state, and the same in words.
import type { LiveInstance } from '../../../generated/platform/live.ts';
import type { InstanceState } from '../../../generated/platform/types.ts';
import { texts } from '../texts/texts.ts';
import { Shape } from './state-mark.tsx';

const order: readonly InstanceState[] = [
  'failed',
  'degraded',
  'waiting_quota',
  'queued',
  'creating',
  'running',
  'stopping',
  'stopped',
];

export const countsOf = (instances: readonly LiveInstance[]): readonly (readonly [InstanceState, number])[] =>
  order
    .map((state) => [state, instances.filter((instance) => instance.state === state).length] as const)
    .filter(([, count]) => count > 0);

interface Props {
  readonly instances: readonly LiveInstance[];
  /** How many of them need the teacher. */
  readonly help: number;
}

export const ClassSummary = ({ instances, help }: Props) => (
  <div class="summary">
    <div class="bar" aria-hidden="true">
      {countsOf(instances).map(([state, count]) => (
        <span key={state} class={`part ${state}`} style={{ flexGrow: count }} />
      ))}
    </div>
    <p>
      {help > 0 ? <strong class="help">{texts.teacher.help(help)}</strong> : null}
      {countsOf(instances).map(([state, count]) => (
        <span key={state} class={`state ${state}`}>
          <Shape state={state} />
          {count} {texts.states[state].word}
        </span>
      ))}
    </p>
  </div>
);
