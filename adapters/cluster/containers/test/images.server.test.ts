// Whatever an image declares, a lab of it runs as every lab does, and leaves nothing that has no size or no owner.
import test from 'ava';
import { applied, kindsOf, type System, stopped, system } from './labs.fixture.ts';
import { inLab, mustSee, until } from './login.fixture.ts';
import { imageWith } from './odd-image.fixture.ts';

/** Volumes that no label makes ours, which an engine made by itself. */
async function unowned({ api }: System): Promise<readonly string[]> {
  type Listed = { readonly Volumes: readonly { Name: string; Labels: Record<string, string> | null }[] | null };
  const { Volumes } = await api.call<Listed>('GET', '/volumes');
  return (Volumes ?? []).filter(({ Labels }) => !Labels?.installation_id).map(({ Name }) => Name);
}

const everything = [
  'VOLUME ["/data", "/srv/files/", "/home/student", "/tmp"]',
  'LABEL group_id=team1 course_id=c1 lab_id=other installation_id=other app=other covenant.kind=relay',
  `LABEL covenant.relays='{"":{"listens":1,"published":30000}}' covenant.inside=10.1.2.3:22 covenant.owner=0`,
  'ENTRYPOINT ["/bin/false"]',
  'CMD ["sleep", "4321"]',
  'USER root',
  'HEALTHCHECK --interval=1s --retries=1 CMD ["false"]',
  'EXPOSE 22 8080/udp',
  'STOPSIGNAL SIGKILL',
  'WORKDIR /nowhere',
  'ENV HOME=/root LAB_ROLE=odd LAB_PROCESSES=1',
  'ONBUILD RUN false',
];

type Inspected = {
  Config: { StopSignal: string | number; Healthcheck?: { Test: string[] } };
  State: { Health?: { Status?: string } };
};

test.serial(
  'an image with VOLUME, LABEL, ENTRYPOINT, USER, HEALTHCHECK, STOPSIGNAL and more runs as every lab',
  async (t) => {
    const s = await system(t);
    if (!s) return;
    const before = await unowned(s);
    const image = await imageWith(s, ...everything);
    const plan = s.plan('anna', { volumeGi: 1, roles: [{ image }, { role: 'db', image, ssh: false, volume: false }] });
    t.deepEqual(await s.cluster.apply(plan), applied);
    const script = [
      'id -un',
      'pwd; echo "$HOME"',
      'stat -f -c %T /data /srv/files /tmp | sort -u',
      'df --output=size -BM /data | tail -1 | tr -d " "',
      'fallocate -l 100M /data/big 2>&1 | grep -o "No space.*"; rm -f /data/big',
      'echo kept > /data/note && cat /data/note',
    ];
    t.deepEqual((await inLab(s.cluster, plan, script.join('\n'))).split('\n'), [
      'student',
      '/home/student',
      '/home/student',
      'tmpfs',
      '64M',
      'No space left on device',
      'kept',
    ]);
    const observed = await until('both to run', async () => {
      const each = await mustSee(s.cluster, plan.instance_id);
      return each.roles.every(({ phase }) => phase === 'running') ? each : undefined;
    });
    t.deepEqual(observed.labels, plan.labels);
    t.deepEqual(kindsOf(observed), ['pod', 'pod', 'policy', 'record', 'relay', 'secret', 'secret']);
    t.is(await s.cluster.isolationTarget(s.plan('ben').instance_id), `${(await inside(s))[0]}`);
    t.deepEqual(await unowned(s), before);
    const [pod] = observed.objects.filter(({ kind }) => kind === 'pod');
    const { Config, State } = await s.api.call<Inspected>('GET', `/containers/${pod?.uid}/json`);
    // Podman says it by its number.
    t.true(['SIGTERM', '15'].includes(String(Config.StopSignal)), String(Config.StopSignal));
    t.deepEqual([Config.Healthcheck?.Test ?? ['NONE'], State.Health?.Status || 'none'], [['NONE'], 'none']);
    const { objects, volume } = await stopped(s.cluster, plan);
    t.deepEqual([objects, volume?.kind], [[], 'claim']);
    t.deepEqual(await unowned(s), before);
  },
);

/** Where the labs of the installation listen, as their containers say. */
async function inside({ api, installation }: System): Promise<readonly string[]> {
  const query = { filters: JSON.stringify({ label: [`installation_id=${installation}`] }) };
  const all = await api.call<{ Labels: Record<string, string> }[]>('GET', '/containers/json', { query });
  return all.flatMap(({ Labels }) => Labels['covenant.inside'] || []);
}

test.serial('the program of an image runs in a role without sshd, started by our entry', async (t) => {
  const s = await system(t);
  if (!s) return;
  const serve = '["/bin/sh", "-c", "echo hello > /data/greeting; exec socat TCP-LISTEN:8080,fork OPEN:/data/greeting"]';
  const image = await imageWith(s, 'VOLUME /data', 'ENTRYPOINT ["/bin/false"]', `CMD ${serve}`);
  const db = { role: 'db', image, ssh: false, volume: false, ports: [8080] };
  const plan = s.plan('anna', { roles: [{ role: 'web' }, db] });
  t.deepEqual(await s.cluster.apply(plan), applied);
  const ask = 'until exec 3<> /dev/tcp/db/8080; do sleep 0.1; done 2> /dev/null; cat <&3';
  t.is(await inLab(s.cluster, plan, ask, 'web'), 'hello');
});

for (const place of ['/etc', '/home/student/work'])
  test.serial(`an image with a volume at ${place} is refused with its reason, and leaves nothing`, async (t) => {
    const s = await system(t);
    if (!s) return;
    const image = await imageWith(s, `VOLUME ${place}`);
    const plan = s.plan('anna', { roles: [{ image }] });
    t.deepEqual(await s.cluster.apply(plan), {
      kind: 'refused',
      reason: 'config',
      detail: `${image} declares a volume at ${place} (VOLUME), which is a place of the lab. Remove the declaration from the image`,
      isFinal: true,
    });
    t.is(await s.cluster.get(plan.instance_id), null);
  });
