import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';

export const volumes = ({ claims }: Pick<InfraDeps, 'claims'>) =>
  ({
    async listVolumes({ query: { volume }, page }) {
      const found = await claims.list({ volume, ...page });
      const rows = found.map((claim) => ({
        name: claim.name,
        volume: claim.volume,
        instance_id: claim.known ? claim.instance_id : null,
        lab_id: claim.lab_id,
        student_id: claim.student_id,
        group_id: claim.group_id,
        size: claim.storage_gib === null ? null : `${claim.storage_gib}Gi`,
        seen_at: claim.seen_at.toISOString(),
        reason: claim.quarantined,
      }));
      return { status: 200, rows, key: (_, index) => found[index]?.place ?? '' };
    },
  }) satisfies Pick<Handlers, 'listVolumes'>;
