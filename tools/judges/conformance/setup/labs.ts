// Labs of a conformance run's own, as teachers would have uploaded them: one for students, one for groups, and one
// whose configuration is wrong. They end with the run.
import { randomBytes, randomUUID } from 'node:crypto';
import { s3 } from '../../../../adapters/objects/s3.ts';
import { labImageName } from '../../../local/servers/lab-image/recipe.ts';

export type ObjectsAt = {
  readonly endpoint: string;
  readonly region: string;
  readonly access_key: string;
  readonly secret_key: string;
};

const image = labImageName.slice(labImageName.indexOf('/'));
const configuration = (id: string, more = ''): string =>
  `lab_id: ${id}\nname: Of a conformance run\n${more}containers:\n  main:\n    image: '{registry_url}${image}'\n`;

const bucketOf = ({ endpoint, region, access_key, secret_key }: ObjectsAt) =>
  s3({ endpoint, region, accessKey: access_key, secretKey: secret_key }).bucket('lab-configs');

export async function labs(objects: ObjectsAt) {
  const mark = randomBytes(3).toString('hex');
  const ids = { lab_id: `conf-s-${mark}`, group_lab_id: `conf-g-${mark}`, broken_lab_id: `conf-b-${mark}` };
  const bucket = bucketOf(objects);
  const files = {
    [ids.lab_id]: configuration(ids.lab_id),
    [ids.group_lab_id]: configuration(ids.group_lab_id, `course_id: ${randomUUID()}\ndeployment_mode: per_group\n`),
    [ids.broken_lab_id]: configuration(ids.broken_lab_id, 'no_such_field: 1\n'),
  };
  for (const [id, text] of Object.entries(files)) await bucket.put(`${id}.yaml`, Buffer.from(text));
  return ids;
}

/** What runs of them is stopped first, and waited for no longer than a moment. */
export async function removeLabs(
  objects: ObjectsAt,
  { lab_id, ...others }: Readonly<Record<'lab_id' | 'group_lab_id' | 'broken_lab_id', string>>,
  stop: (labId: string) => Promise<void>,
): Promise<void> {
  await stop(lab_id).catch(() => undefined);
  const bucket = bucketOf(objects);
  for (const id of [lab_id, ...Object.values(others)]) await bucket.delete(`${id}.yaml`);
}
