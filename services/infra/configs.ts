// Which configuration a call means: a revision that was deployed before, else the file in the bucket lab-configs
// (decision 202).
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ConfigRow } from '../../adapters/store/labs/port.ts';
import type { DeployRequest, LabId } from '../../generated/infra/types.ts';
import type { FieldError } from '../../generated/runtime/problem.ts';
import type { Lab } from '../labs/config/lab.ts';
import type { InfraDeps } from './deps.ts';

export type FoundConfig =
  | {
      readonly kind: 'found';
      readonly lab: Lab;
      readonly row: ConfigRow & { readonly description: string };
    }
  | { readonly kind: 'missing' }
  /** The revision was deployed, and was another file then. */
  | { readonly kind: 'other' }
  | { readonly kind: 'wrong'; readonly errors: readonly FieldError[] };

export const configKey = (lab_id: LabId): string => `${lab_id}.yaml`;

export async function findConfig(
  { configs, files, judge }: Pick<InfraDeps, 'configs' | 'files' | 'judge'>,
  { lab_id, config_revision, config_version }: DeployRequest,
): Promise<FoundConfig> {
  const known = config_revision === undefined ? null : await configs.find(lab_id, config_revision);
  // A revision is deployed for good: a platform that was restored counts from an older one, and means another file by
  // the same number.
  if (known !== null)
    return config_version === undefined || known.object_version === config_version ? found(known) : { kind: 'other' };
  const key = configKey(lab_id);
  const file = await files.read(key, config_version === undefined ? {} : { versionId: config_version });
  if (file === 'missing') return { kind: 'missing' };
  const content = await buffer(file.body);
  const { read: parsed } = await judge(content, lab_id);
  if (!parsed.ok) return { kind: 'wrong', errors: parsed.errors };
  const sha256 = createHash('sha256').update(content).digest('hex');
  const newest = await configs.newest(lab_id);
  if (config_revision === undefined && newest?.sha256 === sha256) return found(newest);
  const { lab } = parsed;
  const row = {
    lab_id,
    revision: config_revision ?? (newest?.revision ?? 0) + 1,
    name: lab.name,
    description: lab.description,
    object_key: key,
    object_version: file.facts.versionId,
    sha256,
    config: lab,
  };
  return { kind: 'found', lab, row };
}

function found(row: ConfigRow): FoundConfig {
  const lab = row.config as Lab;
  return { kind: 'found', lab, row: { ...row, description: lab.description } };
}
