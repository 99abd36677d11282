import { cursorsOf } from '../lib/cursor.ts';
import type { Handlers } from './caller.ts';
import { foreignCursor } from './deployments.ts';
import type { InfraDeps } from './deps.ts';

export const volumes = ({ claims }: Pick<InfraDeps, 'claims'>) =>
  ({
    async listVolumes({ query: { volume, limit, cursor } }) {
      const cursors = cursorsOf('listVolumes', { volume });
      const after = cursor === undefined ? undefined : cursors.read(cursor);
      if (after === null) return foreignCursor;
      const found = await claims.list({ volume, limit: limit + 1, after });
      const last = found.length > limit ? found[limit - 1] : undefined;
      const items = found.slice(0, limit).map((claim) => ({
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
      return { status: 200, body: { items, next_cursor: last === undefined ? null : cursors.write(last.place) } };
    },
  }) satisfies Pick<Handlers, 'listVolumes'>;
