// How to get into a running lab: one line to paste, the password, and three steps for those who come back.
import { getLabAccess, unwrap } from '../../../generated/platform/client.ts';
import type { LabAccess } from '../../../generated/platform/types.ts';
import { CopyLine, SecretLine } from '../components/copy.tsx';
import { ProblemCard } from '../components/problem.tsx';
import { Waiting } from '../components/waiting.tsx';
import { client } from '../state/client.ts';
import { useLoaded } from '../state/request.ts';
import { texts } from '../texts/texts.ts';
import { appendCommand, configBlock, editorAddress, sshCommand } from './ssh-lines.ts';

interface Props {
  readonly lab_id: string;
  /** A lab that has started again has another port. */
  readonly since: string;
}

export function LabLogin({ lab_id, since }: Props) {
  const access = useLoaded(
    async (signal) => unwrap(await getLabAccess(client, { path: { id: lab_id } }, { signal })),
    `${lab_id} ${since}`,
  );
  if (access.kind === 'waiting') return <Waiting rows={2} />;
  if (access.kind === 'failed') return <ProblemCard error={access.error} retry={access.reload} />;
  return <LoginLines access={access.value} lab_id={lab_id} />;
}

export function LoginLines({ access, lab_id }: { readonly access: LabAccess; readonly lab_id: string }) {
  const { endpoints, ssh_credentials, known_hosts, host_key_fingerprint } = access;
  return (
    <div class="login">
      <h3>{texts.student.step1}</h3>
      {endpoints.map(({ role, ssh_port }) => (
        <div key={role}>
          {endpoints.length > 1 && <p class="small">{role}</p>}
          <CopyLine text={sshCommand(access, ssh_port)} label={endpoints.length > 1 ? `ssh ${role}` : 'ssh'} />
        </div>
      ))}
      <h3>{texts.student.password}</h3>
      <SecretLine text={ssh_credentials} label={texts.student.password} />
      <p class="small">{texts.student.passwordAdvice}</p>
      <details>
        <summary>{texts.student.more}</summary>
        <h3>{texts.student.hostKey}</h3>
        <p class="small">{texts.student.hostKeyAdvice}</p>
        <CopyLine text={appendCommand(known_hosts)} label="known_hosts" />
        <p class="small">
          {texts.student.fingerprint}: <code>{host_key_fingerprint}</code>
        </p>
        <h3>{texts.student.config}</h3>
        <p class="small">{texts.student.configAdvice(lab_id)}</p>
        <CopyLine text={configBlock(access, lab_id)} label="~/.ssh/config" />
        <h3>{texts.student.editor}</h3>
        <p class="small">{texts.student.editorAdvice}</p>
        <p class="buttons">
          <a class="button" href={editorAddress(access)}>
            {texts.student.editor}
          </a>
        </p>
      </details>
    </div>
  );
}
