// What goes wrong is named, so that it can be told, and leaves nothing behind.
import type { FailureReason, InstancePlan } from '../port.ts';
import { bringUp, isRefused, mustSee, sshOf, uids, until } from './acts.ts';
import type { ClusterCase, Site } from './site.ts';

export const troubleCases: readonly ClusterCase[] = [
  {
    name: 'a pod that ended for good is seen as failed, and made again with the same claim and address',
    needs: ['end'],
    async run(t, site) {
      const plan = site.plan('anna');
      const before = await bringUp(t, site, plan);
      await site.end?.(plan, '');
      const failed = await until(site, 'the end', async () => {
        const { roles } = await mustSee(site.cluster, plan);
        return roles[0]?.phase === 'failed' ? roles[0] : null;
      });
      t.true(failed.trouble !== null && failed.trouble.detail.length > 0);
      const after = await bringUp(t, site, plan);
      t.deepEqual([after.volume?.uid, sshOf(after)], [before.volume?.uid, sshOf(before)]);
    },
  },
  {
    name: 'a server that does not answer is told from one that refuses',
    needs: ['away'],
    async run(t, site) {
      const plan = site.plan('anna');
      const seen = await bringUp(t, site, plan);
      await site.away?.(true);
      const { cluster } = site;
      const calls = [
        () => cluster.ping(),
        () => cluster.list(),
        () => cluster.get(plan.instance_id),
        () => cluster.apply(plan),
        () => cluster.deletePods(seen),
      ];
      for (const call of calls) await isRefused(t, call, 'unavailable');
      await site.away?.(false);
      t.deepEqual(uids(await mustSee(cluster, plan)), uids(seen));
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
  ).map(troubleCase),
];

/** Told at once or seen later; afterwards nothing is left, and the name is free. */
function troubleCase(kind: FailureReason): ClusterCase {
  return {
    name: `the trouble ${kind} is named, and leaves nothing`,
    needs: [`trouble:${kind}`],
    async run(t, site) {
      if (!site.troubled) throw new Error('the harness makes no trouble');
      const plan = await site.troubled(kind, site.plan('anna'));
      const answer = await site.cluster.apply(plan);
      const told =
        answer.kind === 'refused' ? { kind: answer.trouble, detail: answer.detail } : await troubleOf(site, plan);
      t.is(told.kind, kind);
      t.true(told.detail.length > 0);
      if (await site.cluster.get(plan.instance_id)) {
        const left = await until(site, 'it to be cleared', async () => {
          const seen = await site.cluster.get(plan.instance_id);
          return seen === null || (await site.cluster.deletePods(seen)) === 'gone'
            ? { seen: await site.cluster.get(plan.instance_id) }
            : null;
        });
        t.deepEqual(left.seen?.objects ?? [], []);
      }
    },
  };
}

const troubleOf = (site: Site, plan: InstancePlan) =>
  until(site, 'the trouble', async () => {
    const seen = await site.cluster.get(plan.instance_id);
    return seen?.roles.find(({ trouble }) => trouble !== null)?.trouble ?? null;
  });
