import test from 'ava';
import type { LabAccess } from '../../../generated/platform/types.ts';
import { appendCommand, configBlock, editorAddress, sshCommand } from './ssh-lines.ts';

const access = {
  ssh_host: 'node1.example',
  ssh_port: 30_022,
  ssh_user: 'student',
  endpoints: [
    { role: 'main', ssh_port: 30_022 },
    { role: 'db', ssh_port: 30_023 },
  ],
} as unknown as LabAccess;

test('a student gets lines that are complete, with a block for each machine of the lab', (t) => {
  t.deepEqual(
    [sshCommand(access, 30_023), configBlock(access, 'net-intro'), editorAddress(access)],
    [
      'ssh -p 30023 student@node1.example',
      [
        'Host net-intro\n  HostName node1.example\n  Port 30022\n  User student',
        'Host net-intro-db\n  HostName node1.example\n  Port 30023\n  User student',
      ].join('\n'),
      'vscode://vscode-remote/ssh-remote+student@node1.example:30022/home/student',
    ],
  );
});

test('a known_hosts line with a quote ends no string of the shell', (t) => {
  t.is(appendCommand("a'; rm -rf ~ '\n"), `mkdir -p ~/.ssh && echo 'a'\\''; rm -rf ~ '\\''' >> ~/.ssh/known_hosts`);
});
