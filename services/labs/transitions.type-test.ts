// What the compiler refuses: moves that the contract's tables do not have.
import type { InstanceState } from '../../generated/lab/messages.ts';
import { move, moveVolume } from './plan/step.ts';

move('creating', 'running');
moveVolume('archived', 'released');

// @ts-expect-error A stopped instance is queued first.
move('stopped', 'running');
// @ts-expect-error From one of the two states no start is queued.
move('failed' as 'failed' | 'running', 'queued');
// @ts-expect-error A state that is not known by now is not moved from.
move('creating' as InstanceState, 'running');
// @ts-expect-error A volume is released against a recorded archive only.
moveVolume('bound', 'released');
