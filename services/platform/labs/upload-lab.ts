// uploadLab: a configuration whose lab is new (decision 207).
import { problems } from '../../../generated/platform/problems.ts';
import { actorOf, type Caller, type Handlers } from '../caller.ts';
import { taughtScopeOf } from '../rights.ts';
import { bytesOf, keep, type LabConfigDeps, readConfig, refused } from './config-file.ts';
import { shownLab } from './labs.ts';

export const uploadLab = (deps: LabConfigDeps) =>
  ({
    async uploadLab(request) {
      const { caller } = request;
      const bytes = await bytesOf(request);
      const read = await readConfig(deps, caller, bytes);
      if (!read.ok) return refused(read.errors, read.errorCount);
      const { lab } = read;
      if (await deps.labs.exists(lab.lab_id)) return await taken(deps, caller, lab.lab_id);
      const made = await keep(deps, lab, bytes, (facts) => deps.labs.create(facts, actorOf(request), deps.clock.now()));
      if (made === 'taken') return await taken(deps, caller, lab.lab_id);
      return { status: 201, body: shownLab(made), headers: { Location: `/labs/${lab.lab_id}` } };
    },
  }) satisfies Pick<Handlers, 'uploadLab'>;

/** Only a caller who may change the lab with this id is advised how to do it. */
async function taken({ labs }: LabConfigDeps, caller: Caller, lab_id: string) {
  const own = await labs.find(taughtScopeOf(caller), lab_id);
  const detail =
    own === null
      ? `The lab_id ${lab_id} is already in use. Choose another one.`
      : `A lab with the lab_id ${lab_id} already exists. Choose another lab_id, or upload this file as a new version of the lab ${lab_id}.`;
  return problems.conflict({ detail });
}
