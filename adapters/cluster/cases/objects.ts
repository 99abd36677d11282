// Objects are made, adopted, repaired, cleared and observed; newer requests and other installations are left alone.
import type { InstanceId } from '../../../generated/lab/messages.ts';
import type { Observed } from '../port.ts';
import {
  applied,
  bringUp,
  isUp,
  mustSee,
  notes,
  shown,
  sshOf,
  takeDown,
  uids,
  until,
  volumeOf,
  whenUp,
  write,
} from './acts.ts';
import type { ClusterCase } from './site.ts';

export const objectCases: readonly ClusterCase[] = [
  {
    name: 'a lab gets the port of its last run again while that is free, and another one while it is not',
    async run(t, site) {
      const [anna, ben] = [site.plan('anna'), site.plan('ben')];
      const { port } = sshOf(await bringUp(t, site, anna));
      const { port: other } = sshOf(await bringUp(t, site, site.plan('ben', { roles: [{ formerPort: port }] })));
      t.not(other, port);
      await takeDown(site, ben);
      await takeDown(site, anna);
      const again = site.plan('anna', { generation: 2, roles: [{ formerPort: other }] });
      t.is(site.cluster.fingerprint(again), site.cluster.fingerprint({ ...anna, generation: 2 }));
      t.is(sshOf(await bringUp(t, site, again)).port, other);
    },
  },
  {
    name: 'apply makes all objects, which list finds by their labels',
    async run(t, site) {
      const plan = site.plan('anna');
      const observed = await bringUp(t, site, plan);
      const { instance_id, name, labels, generation, fingerprint, complete, volume } = observed;
      t.deepEqual(
        { instance_id, name, labels, generation, fingerprint, complete },
        {
          instance_id: plan.instance_id,
          name: plan.name,
          labels: plan.labels,
          generation: 1,
          fingerprint: site.cluster.fingerprint(plan),
          complete: true,
        },
      );
      t.deepEqual(observed.roles.map(shown), [{ role: '', phase: 'running', failure: null, hasAddress: true }]);
      t.is(volume?.phase, 'bound');
      t.true(observed.objects.length > 0 && !observed.objects.some(({ uid }) => uid === volume?.uid));
    },
  },
  {
    name: 'get returns null for an instance without objects',
    async run(t, site) {
      t.is(await site.cluster.get(site.plan('nobody').instance_id), null);
      t.deepEqual([...(await site.cluster.list())], []);
      t.is(await site.cluster.ping(), undefined);
    },
  },
  {
    name: 'pin names the image that then comes up',
    async run(t, site) {
      const plan = site.plan('anna');
      const images = await Promise.all(plan.roles.map(({ image }) => site.cluster.pin(image)));
      const roles = plan.roles.map((role, n) => {
        const found = images[n];
        return { ...role, image: found?.kind === 'pinned' ? found.image : 'not pinned' };
      });
      await bringUp(t, site, { ...plan, roles });
    },
  },
  {
    name: 'apply of the same plan changes nothing, also at once and by another worker',
    async run(t, site) {
      const plan = site.plan('anna');
      const other = await site.another();
      const both = await Promise.allSettled([site.cluster.apply(plan), other.apply(plan)]);
      // One may be asked to try again; neither may damage what the other does.
      t.true(both.some((each) => each.status === 'fulfilled'));
      const observed = await bringUp(t, site, plan);
      for (const cluster of [site.cluster, other]) {
        t.deepEqual(await cluster.apply(plan), applied);
        t.deepEqual(uids(await mustSee(cluster, plan)), uids(observed));
      }
    },
  },
  {
    name: 'apply makes every missing object again, and the rest stays',
    async run(t, site) {
      const plan = site.plan('anna');
      const { objects, volume } = await bringUp(t, site, plan);
      for (const { kind, name } of objects) {
        const before = await mustSee(site.cluster, plan);
        const object = before.objects.find((each) => each.kind === kind && each.name === name);
        if (!object) throw new Error(`${kind} ${name} is not there`);
        await site.destroy(object);
        t.false((await site.cluster.get(plan.instance_id))?.complete ?? false, `without its ${kind}`);
        const after = await bringUp(t, site, plan);
        t.deepEqual(
          after.objects.map((each) => `${each.kind} ${each.name}`).sort(),
          before.objects.map((each) => `${each.kind} ${each.name}`).sort(),
        );
        t.is(after.volume?.uid, volume?.uid);
      }
    },
  },
  {
    name: 'apply ignores an older plan',
    async run(t, site) {
      const [older, newer] = [site.plan('anna'), site.plan('anna', { generation: 2 })];
      const observed = await bringUp(t, site, newer);
      t.is(observed.generation, 2);
      t.deepEqual(await site.cluster.apply(older), { kind: 'stale' });
      t.deepEqual(await (await site.another()).apply({ ...older, internet: true }), { kind: 'stale' });
      t.deepEqual(uids(await mustSee(site.cluster, newer)), uids(observed));
    },
  },
  {
    name: 'a newer plan takes over what is there, and replaces only what differs',
    async run(t, site) {
      const first = site.plan('anna');
      const before = await bringUp(t, site, first);
      const same = await bringUp(t, site, { ...first, generation: 2 });
      t.is(same.generation, 2);
      t.is(same.volume?.uid, before.volume?.uid);
      const changed = site.plan('anna', { generation: 3, roles: [{ environment: { COURSE: 'two' } }] });
      const after = await bringUp(t, site, changed);
      t.not(after.fingerprint, before.fingerprint);
      t.deepEqual([after.generation, after.volume?.uid], [3, before.volume?.uid]);
    },
  },
  {
    name: 'a restart replaces the pods once, and keeps the claim and the address',
    async run(t, site) {
      const first = site.plan('anna', { roles: [{ role: 'web' }, { role: 'db', ssh: false, volume: false }] });
      const before = await bringUp(t, site, first);
      const restarted = { ...first, generation: 2, restart_generation: 2 };
      t.not(site.cluster.fingerprint(restarted), site.cluster.fingerprint({ ...first, generation: 2 }));
      const after = await bringUp(t, site, restarted);
      const pods = ({ objects }: Observed) => objects.filter(({ kind }) => kind === 'pod').map(({ uid }) => uid);
      t.deepEqual([pods(before).length, pods(after).length], [2, 2]);
      t.deepEqual(
        pods(after).filter((uid) => pods(before).includes(uid)),
        [],
      );
      t.is(after.volume?.uid, before.volume?.uid);
      t.deepEqual(sshOf(after, 'web'), sshOf(before, 'web'));
      t.deepEqual(await site.cluster.apply(restarted), applied);
      const newer = await bringUp(t, site, { ...restarted, generation: 3 }, await site.another());
      t.deepEqual(pods(newer), pods(after));
    },
  },
  {
    name: 'deletePods leaves the claim and nothing else, and can be repeated',
    async run(t, site) {
      const plan = site.plan('anna');
      const observed = await bringUp(t, site, plan);
      const left = await takeDown(site, plan);
      t.deepEqual([left.objects, left.roles, left.complete], [[], [], false]);
      t.is(left.volume?.uid, observed.volume?.uid);
      t.is(await site.cluster.deletePods(left), 'gone');
      t.deepEqual([...(await site.cluster.list()).keys()], [plan.instance_id]);
    },
  },
  {
    name: 'deletePods changes nothing that a newer plan made',
    async run(t, site) {
      const plan = site.plan('anna');
      const old = await bringUp(t, site, plan);
      const newer = await bringUp(t, site, { ...plan, generation: 2 }, await site.another());
      t.is(await site.cluster.deletePods(old), 'changed');
      const now = await mustSee(site.cluster, plan);
      t.deepEqual([uids(now), isUp(now)], [uids(newer), true]);
    },
  },
  {
    name: 'deletePods ignores what was deleted and made again meanwhile',
    async run(t, site) {
      const plan = site.plan('anna');
      const old = await bringUp(t, site, plan);
      await takeDown(site, plan);
      const again = await bringUp(t, site, plan);
      t.is(await site.cluster.deletePods(old), 'changed');
      const now = await mustSee(site.cluster, plan);
      t.deepEqual([uids(now), isUp(now)], [uids(again), true]);
    },
  },
  {
    name: 'list returns all instances of the installation, whichever worker made them, and what is left of them',
    async run(t, site) {
      const [anna, ben, carl] = [site.plan('anna'), site.plan('ben'), site.plan('carl')];
      const other = await site.another();
      await bringUp(t, site, anna);
      await bringUp(t, site, ben, other);
      await write(other, carl, notes);
      const all = await site.cluster.list();
      t.deepEqual([...all.keys()].sort(), [anna, ben, carl].map(({ instance_id }) => instance_id).sort());
      for (const plan of [anna, ben, carl]) t.deepEqual(all.get(plan.instance_id)?.labels, plan.labels);
      t.deepEqual(all.get(ben.instance_id), await mustSee(site.cluster, ben));
      t.deepEqual(all.get(carl.instance_id)?.objects, []);
      t.is(all.get(carl.instance_id)?.volume?.name, (await volumeOf(site, carl)).name);
    },
  },
  {
    name: 'two installations with labs of the same names ignore each other',
    async run(t, site) {
      const plan = site.plan('anna');
      const other = await site.neighbour();
      const [observed, beside] = [await bringUp(t, site, plan), await bringUp(t, site, plan, other)];
      t.deepEqual(
        uids(observed).filter((each) => uids(beside).includes(each)),
        [],
      );
      // What one saw is nothing that the other would remove.
      t.is(await other.deletePods(observed), 'changed');
      await takeDown(site, plan, other);
      t.is(await other.removeVolume(await volumeOf(site, plan)), 'changed');
      t.is(await other.removeVolume(await volumeOf(site, plan, other)), 'gone');
      t.deepEqual([...(await other.list())], []);
      const now = await mustSee(site.cluster, plan);
      t.deepEqual([uids(now), isUp(now)], [uids(observed), true]);
      // Also where nothing stands on it.
      const { volume } = await takeDown(site, plan);
      if (volume) await other.removeVolume(volume);
      t.deepEqual(await volumeOf(site, plan), volume);
    },
  },
  {
    name: 'each role of an instance has a pod, and those with ssh an address',
    async run(t, site) {
      const plan = site.plan('anna', {
        roles: [{ role: 'web' }, { role: 'db', ssh: false, volume: false, ports: [5432] }],
      });
      const observed = await bringUp(t, site, plan);
      t.deepEqual(
        observed.roles.map(shown).sort((a, b) => (a.role < b.role ? 1 : -1)),
        [
          { role: 'web', phase: 'running', failure: null, hasAddress: true },
          { role: 'db', phase: 'running', failure: null, hasAddress: false },
        ],
      );
      // A role that goes takes its objects with it.
      const alone = await bringUp(t, site, site.plan('anna', { generation: 2, roles: [{ role: 'web' }] }));
      t.deepEqual(
        alone.roles.map(({ role }) => role),
        ['web'],
      );
      t.true(alone.objects.length < observed.objects.length);
      t.deepEqual((await takeDown(site, plan)).objects, []);
    },
  },
  {
    name: 'apply refuses another instance of the same name, and the first one stays',
    async run(t, site) {
      const plan = site.plan('anna');
      const observed = await bringUp(t, site, plan);
      const strange = { ...plan, instance_id: site.plan('ben').instance_id, generation: 9 };
      const answer = await site.cluster.apply(strange);
      t.is(answer.kind, 'refused');
      t.deepEqual(uids(await mustSee(site.cluster, plan)), uids(observed));
    },
  },
  {
    name: 'watch reports changes by other workers, and ends with its signal',
    async run(t, site) {
      const plan = site.plan('anna');
      const woken = new Set<InstanceId>();
      const end = new AbortController();
      t.teardown(() => end.abort());
      const watching = site.cluster.watch((id) => woken.add(id), end.signal);
      const other = await site.another();
      await other.apply(plan);
      await until(site, 'a wake after apply', async () => (woken.has(plan.instance_id) ? true : null));
      await whenUp(site, plan);
      await site.pause(1_000);
      woken.clear();
      await takeDown(site, plan, other);
      await until(site, 'a wake after clear', async () => (woken.has(plan.instance_id) ? true : null));
      end.abort();
      t.is(await watching, undefined);
    },
  },
];
