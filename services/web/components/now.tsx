// The state of a lab, and since when.
import type { LiveInstance } from '../../../generated/platform/live.ts';
import { StateMark } from './state-mark.tsx';
import { Ago } from './time.tsx';

export const Now = ({ state, since }: Pick<LiveInstance, 'state' | 'since'>) => (
  <p class="now">
    <StateMark state={state} />
    <span class="soft">
      <Ago at={since} />
    </span>
  </p>
);
