// The file of a lab's configuration: judged as a whole, then kept in the bucket lab-configs (decision 207).
import { readFile } from 'node:fs/promises';
import type { Objects } from '../../../adapters/objects/port.ts';
import type { LabFacts, LabRow, Labs, StoredConfig } from '../../../adapters/store/platform/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { FieldError } from '../../../generated/runtime/problem.ts';
import type { JudgeConfig } from '../../labs/config/judge.ts';
import type { Lab } from '../../labs/config/lab.ts';
import type { TopSetting } from '../../labs/config/lab-config.ts';
import { mostMistakes } from '../../labs/config/tree.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Caller } from '../caller.ts';

export type LabConfigDeps = {
  readonly labs: Pick<Labs, 'find' | 'exists' | 'create' | 'replace' | 'teaches'>;
  /** The bucket lab-configs. */
  readonly files: Pick<Objects, 'put' | 'read' | 'delete'>;
  readonly judge: JudgeConfig;
  readonly clock: Pick<Clock, 'now'>;
};

type Sent =
  | { readonly mediaType: 'application/yaml'; readonly body: Uint8Array | string }
  | { readonly mediaType: 'multipart/form-data'; readonly form: { readonly file: { readonly path: string } | string } };

export function bytesOf(sent: Sent): Promise<Buffer> | Buffer {
  if (sent.mediaType === 'application/yaml') return Buffer.from(sent.body);
  const { file } = sent.form;
  return typeof file === 'string' ? Buffer.from(file) : readFile(file.path);
}

type Read =
  | { readonly ok: true; readonly lab: Lab }
  | { readonly ok: false; readonly errors: readonly FieldError[]; readonly errorCount: number };

/**
 * What the file alone cannot show is reported with the rest of its mistakes: it refers to an existing lab and course.
 */
export async function readConfig(deps: LabConfigDeps, caller: Caller, bytes: Buffer, before?: LabRow): Promise<Read> {
  const { read, top } = await deps.judge(bytes, caller.user.user_id);
  const stated = (name: 'lab_id' | 'course_id') => (read.ok ? read.lab[name] : top[name].text);
  const placeOf = ({ text: _, ...place }: TopSetting) => place;
  const errors: FieldError[] = [];
  const lab_id = stated('lab_id');
  if (before !== undefined && lab_id !== null && lab_id !== before.lab_id)
    errors.push({
      ...placeOf(top.lab_id),
      value: lab_id.slice(0, 200),
      rule: 'same_lab',
      message: `must be ${before.lab_id}, because the lab_id of a lab cannot change`,
    });
  const course_id = stated('course_id');
  if (course_id !== null && !(await mayUse(deps, caller, course_id, before)))
    errors.push({
      ...placeOf(top.course_id),
      value: course_id,
      ...(isAdmin(caller)
        ? { rule: 'known_course', message: 'must be an existing course' }
        : { rule: 'own_course', message: 'must be a course that you teach' }),
    });
  if (errors.length === 0) return read;
  if (read.ok) return { ok: false, errors, errorCount: errors.length };
  const all = [...read.errors, ...errors].sort(inTheFile);
  return { ok: false, errors: all, errorCount: read.errorCount + errors.length };
}

const inTheFile = (a: FieldError, b: FieldError): number =>
  (a.row ?? 0) - (b.row ?? 0) || Number(a.column) - Number(b.column);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isAdmin = ({ roles }: Caller): boolean => roles.includes('admin');

/** What is no id is a mistake of another kind, and already reported. */
async function mayUse({ labs }: LabConfigDeps, caller: Caller, course_id: string, before?: LabRow): Promise<boolean> {
  if (!uuid.test(course_id) || course_id.toLowerCase() === before?.course_id) return true;
  return await labs.teaches(isAdmin(caller) ? 'anybody' : caller.user, course_id);
}

/** The row names the version of the object, so that what is uploaded beside it or afterwards is never taken for it. */
export async function keep<Made extends LabRow | 'taken' | 'changed'>(
  { files }: LabConfigDeps,
  lab: Lab,
  bytes: Buffer,
  write: (lab: LabFacts & StoredConfig) => Promise<Made>,
): Promise<Made> {
  const object_key = `${lab.lab_id}.yaml`;
  const { versionId, sha256 } = await files.put(object_key, bytes, { contentType: 'application/yaml' });
  const facts = { ...factsOf(lab), object_key, object_version: versionId, content_sha256: sha256 };
  // An error is no certain "no": the row may be there, and only the answer lost. Then its file has to stay.
  const made = await write(facts);
  if (typeof made === 'string' && versionId !== null) await files.delete(object_key, { versionId }).catch(() => {});
  return made;
}

const factsOf = ({ lab_id, name, description, course_id, deployment_mode }: Lab): LabFacts => ({
  lab_id,
  name,
  description,
  course_id,
  deployment_mode,
});

export const refused = (errors: readonly FieldError[], count: number) =>
  problems.badFile({
    detail:
      count >= mostMistakes
        ? `The file has at least ${count} errors; the rest was not checked. Nothing was stored.`
        : `The file has ${count} ${count === 1 ? 'error' : 'errors'}. Nothing was stored.`,
    error_count: count,
    errors,
  });
