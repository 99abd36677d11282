// What whoever asks for the way into a lab is told while there is none.
import type { InstanceState } from '../../generated/infra/types.ts';

const again = 'It runs when its teacher starts it again';

/** A lab that has failed, was stopped or is being stopped does not come to run by itself. */
const said: Readonly<Partial<Record<InstanceState, string>>> = {
  queued: 'The lab is waiting to be taken up. Ask again when its state is running.',
  waiting_quota:
    'The lab waits for room. Ask again when its state is running; the list of its instances says what it waits for.',
  creating: 'The lab is still being created. Ask again when its state is running.',
  stopping: `The lab is being stopped. ${again}.`,
  stopped: `The lab is stopped. ${again}, with the files that were left in it unless the teacher wants none.`,
  failed: `The lab has failed. ${again}; the list of its instances says what was wrong.`,
};

export const notRunning = (state: InstanceState): string =>
  said[state] ?? 'The lab has no address at the moment. Ask again in a few seconds.';
