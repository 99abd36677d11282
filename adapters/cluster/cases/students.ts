// What a student finds behind the address: a login, their files, the scripts of the teacher, the other roles.
import { fileIn } from '../awkward-tree.ts';
import type { Observed } from '../port.ts';
import { showingNotice } from '../volume-use.ts';
import { bringUp, inLab, notes, read, sshOf, takeDown, until, write } from './acts.ts';
import { reached } from './reached.ts';
import { type ClusterCase, passwordOf } from './site.ts';

/** Prints those that are missing, and `ping` also when it may not. */
const tools = `for each in vi nano less curl nc ip rsync; do command -v $each > /dev/null || echo $each; done
ping -c 1 -W 5 127.0.0.1 > /dev/null || echo ping`;

export const studentCases: readonly ClusterCase[] = [
  {
    name: 'a lab admits its password and no other, and a new one without a restart',
    needs: ['login'],
    async run(t, site) {
      const { login } = site;
      if (!login) throw new Error('the harness cannot log in');
      const plan = site.plan('anna');
      const observed = await bringUp(t, site, plan);
      const at = sshOf(observed);
      await inLab(site, observed, 'true');
      t.deepEqual(await login(at, 'student', 'wrong', 'true'), { ok: false });
      t.deepEqual(await login(at, 'root', passwordOf('student'), 'true'), { ok: false });
      const rotated = site.plan('anna', {
        generation: 2,
        logins: [{ name: 'student', passwordHash: site.hash(passwordOf('other')) }],
      });
      const after = await bringUp(t, site, rotated);
      await until(site, 'the new password', async () =>
        (await login(at, 'student', passwordOf('other'), 'true')).ok ? true : null,
      );
      t.deepEqual(await login(at, 'student', passwordOf('student'), 'true'), { ok: false });
      t.deepEqual(sshOf(after), at);
      t.deepEqual(
        after.roles.map(({ restarts }) => restarts),
        observed.roles.map(({ restarts }) => restarts),
      );
    },
  },
  {
    name: 'members of a group log in with their own names, until they are removed',
    needs: ['login'],
    async run(t, site) {
      const { login } = site;
      if (!login) throw new Error('the harness cannot log in');
      const members = ['anna', 'ben'].map((name) => ({ name, passwordHash: site.hash(passwordOf(name)) }));
      const plan = site.plan('red', { logins: members });
      const observed = await bringUp(t, site, plan);
      for (const { name } of members) await inLab(site, observed, 'true', '', name);
      t.deepEqual(await login(sshOf(observed), 'anna', passwordOf('ben'), 'true'), { ok: false });
      await bringUp(t, site, { ...plan, generation: 2, logins: members.slice(0, 1) });
      await until(site, 'the line to be gone', async () =>
        (await login(sshOf(observed), 'ben', passwordOf('ben'), 'true')).ok ? null : true,
      );
      await inLab(site, observed, 'true', '', 'anna');
    },
  },
  {
    name: 'two labs know each other’s address, and reach neither sshd nor anything else inside',
    needs: ['shell'],
    async run(t, site) {
      const [anna, ben] = [site.plan('anna'), site.plan('ben')];
      const first = await bringUp(t, site, anna);
      t.is(await site.cluster.isolationTarget(anna.instance_id), null);
      const labs = [
        { plan: anna, observed: first },
        { plan: ben, observed: await bringUp(t, site, ben) },
      ];
      // So that there is something beside sshd that could be reached.
      const serve = 'nohup socat TCP-LISTEN:8080,fork,reuseaddr SYSTEM:"echo here" >/dev/null 2>&1 & hostname -I';
      const own = await Promise.all(labs.map(({ observed }) => inLab(site, observed, serve)));
      for (const [n, { plan, observed }] of labs.entries()) {
        const [host = '', port] = (await site.cluster.isolationTarget(plan.instance_id))?.split(':') ?? [];
        t.deepEqual([own[1 - n]?.split(' ').includes(host), port], [true, '22']);
        const tries = [
          ...[22, 8080].flatMap((at) => [`127.0.0.1 ${at}`, `${host} ${at}`]),
          // By the way that its student takes, as far as another student knows it.
          `${sshOf(labs[1 - n]?.observed ?? observed).host} ${sshOf(labs[1 - n]?.observed ?? observed).port}`,
        ];
        const report = await inLab(site, observed, reached(tries));
        t.deepEqual(report.split('\n').sort(), ['reached 127.0.0.1 22', 'reached 127.0.0.1 8080']);
      }
    },
  },
  {
    name: 'a student finds the usual tools, and a file that one writes is in the volume, and in the next run',
    needs: ['shell'],
    async run(t, site) {
      const plan = site.plan('anna');
      await write(site.cluster, plan, notes);
      const observed = await bringUp(t, site, plan);
      t.is(await inLab(site, observed, tools), '');
      t.is(
        await inLab(site, observed, 'cat notes.txt; id -un; id -g; echo mine > own.txt; chmod 0 own.txt'),
        'keptstudent\n10001',
      );
      await takeDown(site, plan);
      t.is(fileIn(await read(site.cluster, plan.instance_id), 'own.txt'), 'mine\n');
      const again = await bringUp(t, site, { ...plan, generation: 2 });
      t.is(await inLab(site, again, 'chmod 600 own.txt && cat own.txt'), 'mine');
    },
  },
  {
    name: 'a restart ends every process of a student, and keeps the files',
    needs: ['shell'],
    async run(t, site) {
      const plan = site.plan('anna');
      const first = await bringUp(t, site, plan);
      const count = 'cat /proc/[0-9]*/comm 2> /dev/null | grep -c "^sleep$"; true';
      const sleeps = 'for ((n = 0; n < 100; n++)); do sleep 1000 > /dev/null 2>&1 & done';
      // Each is a shell for a moment first.
      const all = `until [ "$(${count})" = 100 ]; do :; done`;
      t.is(await inLab(site, first, `echo kept > notes.txt; ${sleeps}; ${all}; ${count}`), '100');
      const again = await bringUp(t, site, { ...plan, generation: 2, restart_generation: 2 });
      t.deepEqual(sshOf(again), sshOf(first));
      t.is(await inLab(site, again, `cat notes.txt; ${count}`), 'kept\n0');
    },
  },
  {
    name: 'init scripts run once for a volume, those with `always` at each start, in the environment of the role',
    needs: ['shell'],
    async run(t, site) {
      const script = (name: string, always: boolean) => ({
        name,
        run: `echo "$0 $COURSE" >> ran; echo ${name} >> ran`,
        always,
        timeoutS: 20,
      });
      const change = {
        roles: [{ environment: { COURSE: 'a b' }, initScripts: [script('once', false), script('each', true)] }],
      };
      const plan = site.plan('anna', change);
      const count = async (observed: Observed) =>
        await inLab(site, observed, "grep -cx once ran; grep -cx each ran; grep -c 'a b' ran");
      t.is(await count(await bringUp(t, site, plan)), '1\n1\n2');
      await takeDown(site, plan);
      t.is(await count(await bringUp(t, site, { ...plan, generation: 2, isHomeKept: true })), '1\n2\n3');
    },
  },
  {
    name: 'a login of every kind has the language of the image, and the terminals of today',
    needs: ['shell'],
    async run(t, site) {
      const observed = await bringUp(t, site, site.plan('anna'));
      const letter = 'echo $LANG; printf ä | wc -m';
      t.is(await inLab(site, observed, letter), 'C.UTF-8\n1');
      t.is(await inLab(site, observed, `bash -ic '${letter}' 2> /dev/null`), 'C.UTF-8\n1');
      t.is(await inLab(site, observed, `bash -lc '${letter}'`), 'C.UTF-8\n1');
      const plain = await site.login?.(sshOf(observed), 'plain', passwordOf('student'), letter);
      t.deepEqual(plain, { ok: true, output: 'C.UTF-8\n1\n' });
      const terminals = 'xterm-kitty xterm-ghostty alacritty foot tmux-256color xterm-256color vt100';
      t.is(await inLab(site, observed, `for each in ${terminals}; do TERM=$each clear 2>&1 > /dev/null; done`), '');
      t.is(await inLab(site, observed, `TERM=unheard-of bash -ic 'echo $TERM' 2> /dev/null`), 'xterm-256color');
    },
  },
  {
    name: 'no student reads the host key of the lab, nor the processes that have it',
    needs: ['shell'],
    async run(t, site) {
      const plan = site.plan('anna');
      const observed = await bringUp(t, site, plan);
      const files = '/etc/lab-secret/* /etc/lab-secret/init/* /run/lab/* /tmp/* /proc/[0-9]*/environ';
      t.is(await inLab(site, observed, `cat ${files} 2> /dev/null | grep -ac 'PRIVATE KEY'; true`), '0');
      const parts = 'for each in environ maps mem fd/0; do head -c 1 /proc/$id/$each; done';
      const others = `for id in $(pgrep -x 'tini|sshd'); do ${parts}; done 2> /dev/null | wc -c`;
      t.is(await inLab(site, observed, `echo $(($(pgrep -xc 'tini|sshd') >= 3)); ${others}`), '1\n0');
      const command = showingNotice('notice');
      t.deepEqual(command.slice(0, 2), ['/usr/bin/env', '-i'], 'which the platform begins with');
      t.is(await inLab(site, observed, '[ -r /usr/bin/env ] || echo unreadable'), 'unreadable');
    },
  },
  {
    name: 'the roles of an instance reach each other by name at their ports',
    needs: ['shell'],
    async run(t, site) {
      const serve = {
        name: 'serve',
        run: 'nohup socat TCP-LISTEN:5432,fork,reuseaddr SYSTEM:"echo here" >/dev/null 2>&1 &',
        always: true,
        timeoutS: 20,
      };
      const plan = site.plan('anna', {
        roles: [{ role: 'web' }, { role: 'db', ssh: false, volume: false, ports: [5432], initScripts: [serve] }],
      });
      const observed = await bringUp(t, site, plan);
      const woken = await until(
        site,
        'the other role',
        async () => (await inLab(site, observed, 'timeout 2 cat < /dev/tcp/db/5432 || true', 'web')) || null,
      );
      t.is(woken, 'here');
      // A program finds its own role by the name that the others have for it.
      t.is(
        await inLab(site, observed, 'exec 3<>/dev/tcp/web/22; read -r -t 5 line <&3; echo "$line" | cut -c 1-3', 'web'),
        'SSH',
      );
    },
  },
  {
    name: 'sshd forwards to the programs of a lab and to the ports of its roles, to nothing else, and only where the lab permits it',
    needs: ['shell'],
    async run(t, site) {
      const roles = [{ role: 'web' }, { role: 'db', ports: [5432] }];
      const plan = site.plan('anna', { roles, portForwarding: true });
      const closed = await bringUp(t, site, site.plan('ben'));
      const observed = await bringUp(t, site, plan);
      const serve = (port: number, word: string) =>
        `nohup socat TCP-LISTEN:${port},fork,reuseaddr SYSTEM:"echo ${word}" > /dev/null 2>&1 &`;
      await inLab(site, observed, serve(8080, 'page'), 'web');
      await inLab(site, observed, `${serve(5432, 'rows')} ${serve(5433, 'secret')}`, 'db');
      await inLab(site, closed, serve(8080, 'page'));
      const through = async (at: Observed, destination: string, role = '') =>
        await site.forward?.(sshOf(at, role), 'student', passwordOf('student'), destination);
      await until(site, 'a forwarded port', async () =>
        (await through(observed, '127.0.0.1:8080', 'web'))?.ok ? true : null,
      );
      const page = { ok: true, output: 'page\n' };
      const refused = { ok: false };
      for (const [destination, expected] of [
        ['127.0.0.1:8080', page],
        ['localhost:8080', page],
        ['db:5432', { ok: true, output: 'rows\n' }],
        ['db:5433', refused],
        ['db:22', refused],
        [(await site.cluster.isolationTarget(plan.instance_id)) ?? '', refused],
        ['192.0.2.1:80', refused],
      ] as const)
        t.deepEqual(await through(observed, destination, 'web'), expected, destination);
      t.is(await inLab(site, closed, 'timeout 2 cat < /dev/tcp/127.0.0.1/8080'), 'page');
      t.deepEqual(await through(closed, '127.0.0.1:8080'), refused);
    },
  },
];
