import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';

export const volumes = ({ claims }: Pick<InfraDeps, 'claims'>) =>
  ({
    async listVolumes({ query: { volume }, page }) {
      const found = await claims.list({ volume, ...page });
      const rows = found.map((claim) => ({
        name: claim.name,
        volume: claim.volume,
        instance_id: claim.known ? claim.instanceId : null,
        lab_id: claim.labId,
        student_id: claim.studentId,
        group_id: claim.groupId,
        size: claim.storageGib === null ? null : `${claim.storageGib}Gi`,
        seen_at: claim.seenAt.toISOString(),
        reason: claim.quarantined,
      }));
      return { status: 200, rows, key: (_, index) => found[index]?.place ?? '' };
    },
  }) satisfies Pick<Handlers, 'listVolumes'>;
