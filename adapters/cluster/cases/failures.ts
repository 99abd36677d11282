// Each failure has a reason that can be reported, and leaves nothing behind.
import type { FailureReason, InstancePlan } from '../port.ts';
import { bringUp, isRefused, mustSee, sshOf, uids, until } from './acts.ts';
import type { ClusterCase, Site } from './site.ts';

export const failureCases: readonly ClusterCase[] = [
  {
    name: 'get reports a pod that ended as failed, and apply makes it again with the same claim and address',
    needs: ['end'],
    async run(t, site) {
      const plan = site.plan('anna');
      const before = await bringUp(t, site, plan);
      await site.end?.(plan, '');
      const failed = await until(site, 'the end', async () => {
        const { roles } = await mustSee(site.cluster, plan);
        return roles[0]?.phase === 'failed' ? roles[0] : null;
      });
      t.true(failed.failure !== null && failed.failure.detail.length > 0);
      const after = await bringUp(t, site, plan);
      t.deepEqual([after.volume?.uid, sshOf(after)], [before.volume?.uid, sshOf(before)]);
    },
  },
  {
    name: 'calls distinguish a server that does not answer from one that refuses',
    needs: ['away'],
    async run(t, site) {
      const plan = site.plan('anna');
      const observed = await bringUp(t, site, plan);
      await site.setUnavailable?.(true);
      const { cluster } = site;
      const calls = [
        () => cluster.ping(),
        () => cluster.list(),
        () => cluster.get(plan.instance_id),
        () => cluster.apply(plan),
        () => cluster.deletePods(observed),
      ];
      for (const call of calls) await isRefused(t, call, 'unavailable');
      await site.setUnavailable?.(false);
      t.deepEqual(uids(await mustSee(cluster, plan)), uids(observed));
    },
  },
  ...(
    [
      'image_pull',
      'config',
      'unschedulable',
      'quota',
      'no_node_port',
      'volume',
      'init_script',
      'crash',
      'out_of_memory',
    ] as const
  ).map(failureCase),
];

/** Reported at once or found later; afterwards nothing is left, and the name is free. */
function failureCase(kind: FailureReason): ClusterCase {
  return {
    name: `get names the failure ${kind}, and the failure leaves no object`,
    needs: [`failure:${kind}`],
    async run(t, site) {
      if (!site.failing) throw new Error('the harness causes no failure');
      const plan = await site.failing(kind, site.plan('anna'));
      const answer = await site.cluster.apply(plan);
      const report =
        answer.kind === 'refused' ? { kind: answer.reason, detail: answer.detail } : await failureOf(site, plan);
      t.is(report.kind, kind);
      t.true(report.detail.length > 0);
      if (await site.cluster.get(plan.instance_id)) {
        const left = await until(site, 'it to be cleared', async () => {
          const observed = await site.cluster.get(plan.instance_id);
          return observed === null || (await site.cluster.deletePods(observed)) === 'gone'
            ? { observed: await site.cluster.get(plan.instance_id) }
            : null;
        });
        t.deepEqual(left.observed?.objects ?? [], []);
      }
    },
  };
}

const failureOf = (site: Site, plan: InstancePlan) =>
  until(site, 'the failure', async () => {
    const observed = await site.cluster.get(plan.instance_id);
    return observed?.roles.find(({ failure }) => failure !== null)?.failure ?? null;
  });
