// A lab in short, as its people ask for it: uploaded, started, logged in to, its password replaced, stopped. On whatever engine the worker has.
import {
  connect,
  getLabAccess,
  getMe,
  listLabInstances,
  rotateLabAccess,
  startLab,
  stopLab,
  unwrap,
  uploadLab,
} from '../generated/platform/client.ts';
import type { LabAccess, LabInstance } from '../generated/platform/types.ts';
import { freshUser } from '../tools/test/servers.ts';
import { eventually, type Running, type System } from './testing.ts';

const id = 'net-intro';
const yaml = `lab_id: ${id}
name: Networks, a first look
containers:
  main:
    image: '{registry_url}/covenant/labs/shell:v1.0'
`;

/** Everything that somebody has to keep to oneself goes through `keep`. The student's id, by which traces of the lab are found. */
export async function labLife(
  { identity }: System,
  { url }: Running,
  keep: (name: string, secret: string) => string,
): Promise<string> {
  const client = async (role: string) => {
    const { username, password } = await freshUser(identity, 'labs', [role]);
    keep(`password of a ${role}`, password);
    const body = new URLSearchParams({
      grant_type: 'password',
      client_id: identity.clients.demo.id,
      username,
      password,
    });
    const answer = await fetch(`${identity.issuers.labs}/protocol/openid-connect/token`, { method: 'POST', body });
    const { access_token } = (await answer.json()) as { access_token: string };
    return connect({ baseUrl: `${url}/api/v1`, token: keep(`token of a ${role}`, access_token) });
  };
  const [teacher, student] = await Promise.all([client('teacher'), client('student')]);
  const studentId = unwrap(await getMe(student)).student_id ?? '';
  const lab = { path: { id } };

  unwrap(await uploadLab(teacher, { form: { file: new Blob([yaml], { type: 'application/yaml' }) } }));
  unwrap(await startLab(teacher, { ...lab, body: { student_ids: [studentId] } }));
  const reached = (wanted: LabInstance['state']) =>
    eventually(
      async () => unwrap(await listLabInstances(teacher, lab)).items,
      (items) => items.length > 0 && items.every(({ state }) => state === wanted),
    );
  const access = async (isGood: (body: LabAccess) => boolean): Promise<LabAccess> => {
    const found = await eventually(
      () => getLabAccess(student, lab),
      (result) => result.status === 200 && isGood(result.body),
    );
    return unwrap(found);
  };
  await reached('running');
  const first = await access(() => true);
  keep('password of a lab', first.ssh_credentials);
  unwrap(await rotateLabAccess(student, lab));
  const second = await access(({ ssh_credentials }) => ssh_credentials !== first.ssh_credentials);
  keep('password of a lab after it was replaced', second.ssh_credentials);
  unwrap(await stopLab(teacher, { ...lab, body: {} }));
  await reached('stopped');
  return studentId;
}
