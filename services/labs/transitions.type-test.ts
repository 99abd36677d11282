// What the compiler refuses: moves that the contract's tables do not have.
import type { InstanceRow, InstanceState } from '../../adapters/store/labs/port.ts';
import { withState, withVolume } from './change.ts';
import { move, moveVolume } from './plan/step.ts';

declare const row: InstanceRow;
const now = new Date(0);

move({ from: 'creating', to: 'running' });
moveVolume({ from: 'archived', to: 'released' });
withState(row, { from: ['creating', 'degraded'], to: 'running' }, now);
withVolume(row, { from: 'archiving', to: 'archived' });

// @ts-expect-error A stopped instance is queued first.
move({ from: 'stopped', to: 'running' });
// @ts-expect-error From one of the two states no start is queued.
move({ from: 'failed' as 'failed' | 'running', to: 'queued' });
// @ts-expect-error A state that is not known by now is not moved from.
move({ from: 'creating' as InstanceState, to: 'running' });
// @ts-expect-error A volume is released against a recorded archive only.
moveVolume({ from: 'bound', to: 'released' });
// @ts-expect-error What has failed is queued before it is created again.
withState(row, { from: ['creating', 'failed'], to: 'running' }, now);
// @ts-expect-error Where a move begins is named.
withState(row, { to: 'stopping' }, now);
// @ts-expect-error No archive is recorded of a volume that no one reads.
withVolume(row, { from: 'bound', to: 'archived' });
// @ts-expect-error The states of a volume are not those of an instance.
withVolume(row, { from: 'creating', to: 'running' });
