// The answer to a request for access data while the lab does not run.
import type { InstanceState } from '../../generated/infra/types.ts';

const again = 'Ask your teacher to start it again.';

/** A lab that has failed, was stopped or is being stopped does not come to run by itself. */
const sentences: Readonly<Partial<Record<InstanceState, string>>> = {
  queued: 'The lab is queued. Try again when its state is running.',
  waiting_quota:
    'The lab is waiting for capacity. Try again when its state is running. The list of its instances shows the reason.',
  creating: 'The lab is still being created. Try again when its state is running.',
  stopping: `The lab is being stopped. ${again}`,
  stopped: `The lab is stopped. ${again} Your files are restored unless the teacher chooses otherwise.`,
  failed: `The lab has failed. ${again} The list of its instances shows the reason.`,
};

export const notRunning = (state: InstanceState): string =>
  sentences[state] ?? 'The lab has no address at the moment. Try again in a few seconds.';
