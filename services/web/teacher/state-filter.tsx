// How many students are in which state; each number shows those alone, and the choice is in the address.
import type { LiveInstance } from '../../../generated/platform/live.ts';
import { countsOf } from '../components/class-summary.tsx';
import { Shape } from '../components/state-mark.tsx';
import { texts } from '../texts/texts.ts';

interface Props {
  readonly instances: readonly LiveInstance[];
  /** A state, or empty for all. */
  readonly filter: string;
  readonly onChange: (filter: string) => void;
}

export const StateFilter = ({ instances, filter, onChange }: Props) => (
  <fieldset class="filter">
    <legend class="hidden">{texts.classGrid.filter}</legend>
    <button type="button" aria-pressed={filter === ''} onClick={() => onChange('')}>
      {texts.classGrid.all} <b>{instances.length}</b>
    </button>
    {countsOf(instances).map(([state, count]) => (
      <button
        key={state}
        type="button"
        class={`state ${state}`}
        aria-pressed={filter === state}
        onClick={() => onChange(filter === state ? '' : state)}
      >
        <Shape state={state} /> {texts.states[state].word} <b>{count}</b>
      </button>
    ))}
  </fieldset>
);
