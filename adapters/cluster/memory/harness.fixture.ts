// The harness of the shared cases for the cluster in memory, on a clock that is turned by hand.

import { sha512Crypt } from '../../../services/labs/crypt.ts';
import { hostKey } from '../../../services/labs/host-key.ts';
import { manualClock } from '../../../services/lib/clock.ts';
import { memoryProbes } from '../../ssh/memory.ts';
import { casePlan, type Harness, type PlanChange, type Site } from '../cluster-cases.fixture.ts';
import type { FailureReason, InstancePlan } from '../port.ts';
import { memory } from './memory.ts';
import type { WorldOptions } from './model.ts';
import { testControls } from './test-controls.ts';
import { memoryWorld } from './world.ts';

const hashes = new Map<string, string>();
export function hash(password: string): string {
  const known = hashes.get(password) ?? sha512Crypt(password, 'saltsalt', 1_000);
  hashes.set(password, known);
  return known;
}
export const verify = (password: string, of: string): boolean =>
  sha512Crypt(password, of.split('$').at(-2) ?? '', 1_000) === of;
const key = hostKey(Buffer.alloc(32, 7));

export const planOf = (student: string, change?: PlanChange): InstancePlan =>
  casePlan({ image: 'lab:v1.0', hostKey: key.privateKey.reveal(), hash }, student, change);

export function memorySite(options: Partial<WorldOptions> = {}) {
  const clock = manualClock();
  const world = memoryWorld({ clock, ...options });
  return { clock, world, cluster: memory(world, 'one'), controls: testControls(world, 'one') };
}

export const harness: Harness = {
  engine: 'memory',
  lacks: { shell: 'nothing runs in memory' },
  async site() {
    const { clock, world, cluster, controls: own } = memorySite({ startMs: 300 });
    const probes = memoryProbes(world, verify);
    const site: Site = {
      cluster,
      another: async () => memory(world, 'one'),
      plan: planOf,
      hash,
      destroy: async (object) => own.destroy(object),
      neighbour: async () => memory(world, 'two'),
      async pause(ms) {
        await clock.advance(ms);
        await new Promise(setImmediate);
      },
      async login(at, user, password) {
        const target = { ...at, user, password, knownHosts: `${at.host} ${key.publicKey}`, closed: [] };
        return (await probes.login(target, new AbortController().signal)).kind === 'in'
          ? { ok: true, output: '' }
          : { ok: false };
      },
      end: async ({ instance_id }, role) => own.end(instance_id, role),
      setUnavailable: async (isUnavailable) =>
        isUnavailable ? world.happens.becomesUnavailable() : world.happens.comesBack(),
      async failing(kind: FailureReason, plan) {
        if (kind === 'quota') world.happens.limitPods(0);
        else if (kind === 'no_node_port') world.happens.exhaustPorts();
        else world.happens.failImage('spoilt:v1.0', kind);
        return kind === 'quota' || kind === 'no_node_port'
          ? plan
          : { ...plan, roles: plan.roles.map((role) => ({ ...role, image: 'spoilt:v1.0' })) };
      },
    };
    return site;
  },
};
