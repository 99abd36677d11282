// listInstances, getInstance and listChanges: labs as they are now.
import type { ArchiveRow, InstanceFacts } from '../../adapters/store/labs/port.ts';
import { problems } from '../../generated/infra/problems.ts';
import type { Address, Archive, Instance, StudentId } from '../../generated/infra/types.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';

export const instances = ({ instances: kept, timeline }: Pick<InfraDeps, 'instances' | 'timeline'>) =>
  ({
    async listInstances({ query: { lab_id, state, volume }, page }) {
      const found = await kept.list({ lab_id, state, volume, ...page });
      return { status: 200, rows: found.map(shownInstance), key: ({ name }) => name };
    },

    async getInstance({ path: { id } }) {
      const found = await kept.get(id);
      if (found === null) return problems.notFound({ detail: 'The instance does not exist.' });
      return { status: 200, body: shownInstance(found), revision: String(found.row.sequence) };
    },

    async listChanges({ query: { since, limit } }) {
      // Before the reading: a change of a later life of the database is not told under the epoch of this one.
      const { epoch } = await timeline.confirm();
      const found = await kept.changes(since, limit + 1);
      const items = found.slice(0, limit).map(shownInstance);
      const sequence = items.at(-1)?.sequence ?? since;
      return { status: 200, body: { epoch, sequence, more: found.length > limit, items } };
    },
  }) satisfies Pick<Handlers, 'listInstances' | 'getInstance' | 'listChanges'>;

export const shownInstance = ({ row, members, archive }: InstanceFacts): Instance => ({
  instance_id: row.instance_id,
  name: row.name,
  lab_id: row.lab_id,
  config_revision: row.config_revision,
  course_id: row.course_id,
  deployment_mode: row.deployment_mode,
  student_id: row.student_id,
  group_id: row.group_id,
  members: members as readonly StudentId[],
  run_id: row.run_id,
  generation: row.generation,
  sequence: row.sequence,
  state: row.status,
  volume: row.volume,
  reason: row.reason,
  advice: row.advice,
  since: row.since.toISOString(),
  deadline_at: row.deadline_at?.toISOString() ?? null,
  keep_until: row.keep_until?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  address: addressOf(row),
  archive: archive === null ? null : shownArchive(archive),
});

function addressOf({ endpoints: [first], host_key_fingerprint }: InstanceFacts['row']): Address | null {
  if (first === undefined || host_key_fingerprint === null) return null;
  return { ssh_host: first.host, ssh_port: first.port, host_key_fingerprint };
}

const shownArchive = ({ run_id, key, version, bytes, entries, sha256, archived_at }: ArchiveRow): Archive => ({
  run_id,
  object: key,
  version_id: version,
  size_bytes: bytes,
  entries,
  sha256,
  archived_at: archived_at.toISOString(),
});
