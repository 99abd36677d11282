// Which errors are the cluster's.
import type { ClusterFault } from '../../../adapters/cluster/port.ts';

/** Also one that is refused: what cannot be counted is no reason to leave the rest undone. */
export const isClusterFault = (error: unknown): error is ClusterFault =>
  error instanceof Error && 'dependency' in error && error.dependency === 'cluster';
