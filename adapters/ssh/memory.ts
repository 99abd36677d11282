// Probes for labs in memory: there is no login, but a probe reports whether one would succeed.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Probed, Probes } from './port.ts';

/** The part of a world in memory that decides whether a login succeeds. */
export type LabsInMemory = {
  readonly host: string;
  nowMs(): number;
  readonly happens: { times(): { readonly startMs: number; readonly policyMs: number } };
  all(): readonly {
    readonly kind: string;
    readonly name: string;
    readonly instance_id: string;
    readonly createdMs: number;
    readonly port: number | null;
    readonly ended: unknown;
    readonly hostKey?: string;
    readonly passwd?: string;
  }[];
};

/** `check`: whether the password has this hash (crypt(3)). */
export const memoryProbes = (world: LabsInMemory, check: (password: string, hash: string) => boolean): Probes => ({
  async login({ host, port, user, password, knownHosts }) {
    const refused = (detail: string): Probed => ({ kind: 'refused', reason: 'ssh_probe', detail });
    const all = world.all();
    const service = host === world.host ? all.find((each) => each.kind === 'service' && each.port === port) : undefined;
    const pod = all.find((each) => each.kind === 'pod' && each.name === service?.name);
    const started = pod && pod.ended === null && pod.createdMs + world.happens.times().startMs <= world.nowMs();
    if (!service || !started) return refused('no server listens');
    const of = (kind: string) => all.find((each) => each.kind === kind && each.instance_id === service.instance_id);
    const [secret, policy] = [of('secret'), of('policy')];
    const [, ...hostKey] = knownHosts.split(' ');
    if (publicKeyOf(secret?.hostKey ?? '') !== hostKey.join(' ')) return refused('the host key has changed');
    const line = (secret?.passwd ?? '').split('\n').find((each) => each.startsWith(`${user}:`));
    if (line === undefined || !check(password, line.split(':')[1] ?? '')) return refused('permission denied');
    const strict = policy && policy.createdMs + world.happens.times().policyMs <= world.nowMs();
    return strict
      ? { kind: 'in' }
      : { kind: 'refused', reason: 'isolation_probe', detail: 'the network policy is not in effect yet' };
  },
});

/** The public key of an OpenSSH private key file (ed25519), which follows from the seed in it. */
function publicKeyOf(file: string): string | null {
  const bytes = Buffer.from(file.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  // The public key is the last 32 bytes of the field of 64 that begins with the seed.
  const at = bytes.lastIndexOf(Buffer.from([0, 0, 0, 64]));
  if (at < 0) return null;
  const seed = bytes.subarray(at + 4, at + 36);
  const key = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const { x } = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' });
  const point = Buffer.from(x ?? '', 'base64url');
  const algorithm = Buffer.from('ssh-ed25519');
  const blob = Buffer.concat([length(algorithm), algorithm, length(point), point]);
  return `ssh-ed25519 ${blob.toString('base64')}`;
}

function length(field: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(field.length);
  return bytes;
}
