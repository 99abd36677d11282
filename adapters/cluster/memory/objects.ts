// The objects of a plan, pure.
import { createHash } from 'node:crypto';
import { required } from '../labels.ts';
import type { InstancePlan, RolePlan } from '../port.ts';
import { passwdFile } from '../secret.ts';
import type { Draft, ObjectKind } from './model.ts';

/** In the order in which they are made: the policy stands before the first pod does. */
export function draftsOf(plan: InstancePlan): readonly Draft[] {
  const { roles } = required(plan);
  const others = [
    // Changed in place: a moment without it would open the lab.
    draft(plan, 'policy', plan.name, { print: 'policy', internet: plan.internet }),
    // Its content may change under a running pod.
    draft(plan, 'secret', plan.name, { print: 'secret', passwd: passwdFile(plan), hostKey: plan.hostKey }),
    ...(wantsClaim(plan) ? [claimOf(plan)] : []),
    ...plan.roles.flatMap((role) => serviceOf(plan, role)),
    ...roles.map((role) =>
      draft(plan, 'pod', role.name, { print: digest([role, plan.hostKey, plan.restart_generation]), role }),
    ),
  ];
  const expects = others.map(({ kind, name, print }) => ({ kind, name, print }));
  const record = { print: 'record', instance: plan.name, fingerprint: fingerprint(plan), expects };
  return [draft(plan, 'record', plan.name, record), ...others];
}

const wantsClaim = ({ roles }: InstancePlan): boolean => roles.some(({ volume }) => volume);

export const claimOf = (plan: InstancePlan): Draft => draft(plan, 'claim', plan.name, { print: 'claim' });

const serviceOf = (plan: InstancePlan, role: RolePlan): readonly Draft[] =>
  role.ssh || role.ports.length > 0
    ? [draft(plan, 'service', role.name, { print: digest([role.ssh, role.ports]), role })]
    : [];

const draft = (
  plan: InstancePlan,
  kind: ObjectKind,
  name: string,
  more: Pick<Draft, 'print'> & Partial<Draft>,
): Draft => ({
  kind,
  name,
  instance_id: plan.instance_id,
  generation: plan.generation,
  labels: plan.labels,
  ...more,
});

/** The fingerprint of all that a plan says, but for whose request it is. */
export const fingerprint = (of: InstancePlan): string => {
  const { generation: _, ...plan } = required(of);
  return digest(plan);
};

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
