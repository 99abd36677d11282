// Configurations of labs as files: read and replaced (decision 207).
import { buffer } from 'node:stream/consumers';
import type { LabRow } from '../../../adapters/store/platform/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import { actorOf, type Handlers } from '../caller.ts';
import { taughtScopeOf } from '../rights.ts';
import { bytesOf, keep, type LabConfigDeps, readConfig, refused } from './config-file.ts';
import { noSuchLab, shownLab } from './labs.ts';

export const labConfigs = (deps: LabConfigDeps) =>
  ({
    async getLabConfig({ caller, path: { id }, unchanged }) {
      const lab = await deps.labs.find(taughtScopeOf(caller), id);
      if (lab === null) return noSuchLab();
      const revision = revisionOf(lab);
      if (await unchanged(revision)) return { status: 304, revision };
      const which = lab.object_version === null ? {} : { versionId: lab.object_version };
      const file = await deps.files.read(lab.object_key, which);
      if (file === 'missing')
        throw new Error(`The bucket lab-configs has lost version ${lab.object_version} of ${lab.object_key}.`);
      // Read before it is sent: it has 256 KiB at most, and a slow reader would keep its connection.
      return { status: 200, body: await buffer(file.body), revision };
    },

    async replaceLabConfig(request) {
      const {
        caller,
        path: { id },
        ifMatch,
      } = request;
      const before = await deps.labs.find(taughtScopeOf(caller), id);
      if (before === null) return noSuchLab();
      if (!ifMatch(revisionOf(before))) return problems.preconditionFailed({ detail: changed });
      const bytes = await bytesOf(request);
      const read = await readConfig(deps, caller, bytes, before);
      if (!read.ok) return refused(read.errors, read.errorCount);
      const made = await keep(deps, read.lab, bytes, (facts) =>
        deps.labs.replace(facts, before.revision, actorOf(request), deps.clock.now()),
      );
      if (made === 'changed') return problems.preconditionFailed({ detail: changed });
      return { status: 200, body: shownLab(made), revision: revisionOf(made) };
    },
  }) satisfies Pick<Handlers, 'getLabConfig' | 'replaceLabConfig'>;

const revisionOf = ({ revision, content_sha256 }: LabRow): string => `${revision} ${content_sha256}`;

const changed =
  'The configuration has changed since you read it. Read the current version, with its ETag, then upload yours again.';
