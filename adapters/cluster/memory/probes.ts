// Answers the probes of decision 13 for labs in memory: the same questions as ../../ssh asks, put to the objects.
import { doorAt, testControls } from './test-controls.ts';
import type { World } from './world.ts';

/** As of the port of the probes. */
type Target = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly hostKey: string;
  readonly closed: readonly string[];
};

type Probed =
  | { readonly kind: 'in' }
  | { readonly kind: 'refused'; readonly reason: 'ssh_probe' | 'isolation_probe'; readonly detail: string };

/** `verify`: whether crypt(3) makes this hash of the password. */
export const memoryProbes = (world: World, verify: (password: string, hash: string) => boolean) => ({
  async login({ host, port, user, password, hostKey, closed }: Target): Promise<Probed> {
    const door = doorAt(world, host, port);
    if (!door) return refused('ssh_probe', 'no answer');
    const { passwd = '', hostKey: own = '' } = door.secret;
    if (publicKeyOf(own) !== hostKey) return refused('ssh_probe', 'another host key');
    const hash = passwd
      .split('\n')
      .find((line) => line.startsWith(`${user}:`))
      ?.slice(user.length + 1);
    if (hash === undefined || !verify(password, hash)) return refused('ssh_probe', 'the password is refused');
    const { installation, instance_id } = door.pod;
    return closed.length === 0 || testControls(world, installation).isIsolated(instance_id)
      ? { kind: 'in' }
      : refused('isolation_probe', `reached ${closed[0]}`);
  },
});

const refused = (reason: 'ssh_probe' | 'isolation_probe', detail: string): Probed => ({
  kind: 'refused',
  reason,
  detail,
});

/** Of an OpenSSH private key file: magic, cipher, derivation, its options, the number of keys, the public key. */
export function publicKeyOf(file: string): string {
  const bytes = Buffer.from(file.replace(/-----.*-----/g, ''), 'base64');
  let at = 'openssh-key-v1\0'.length;
  const field = (): Buffer => {
    if (at + 4 > bytes.length) return Buffer.alloc(0);
    const end = at + 4 + bytes.readUInt32BE(at);
    const found = bytes.subarray(at + 4, end);
    at = end;
    return found;
  };
  for (let n = 0; n < 3; n++) field();
  at += 4;
  const key = field();
  return `${key.subarray(4, 4 + (key[3] ?? 0)).toString('latin1')} ${key.toString('base64')}`;
}
