// Whatever a student leaves in the home, the lab comes up, the platform gets in, and the student has a way to mend it
// (decisions 589 and 590).
import type { InstancePlan, Observed } from '../port.ts';
import { bringUp, read, sshOf, takeDown, until, write } from './acts.ts';
import { type CaseContext, type ClusterCase, passwordOf, type Site } from './site.ts';

const startFiles = '.bashrc .bash_profile .bash_login .profile .bash_logout .inputrc .ssh/rc .ssh/environment';
const each = (commands: string): string => `mkdir -p .ssh; for f in ${startFiles}; do rm -rf $f; ${commands}; done`;

/** Commands that run in the home. What needs rights that no student has fails, and changes nothing. */
const homes = {
  'start files that end the shell': each(`printf 'exit 3\\n' > $f; chmod 755 $f`),
  'start files that end all that runs': each(`printf 'kill -9 -1; pkill -9 sshd; exit\\n' > $f; chmod 755 $f`),
  'start files that wait for ever': each(`printf 'sleep 1000\\n' > $f; chmod 755 $f`),
  'start files that are FIFOs': each('mkfifo $f'),
  'folders where files are expected': `${each('mkdir $f')}; mkdir -p .hushlogin .ssh/authorized_keys .pam_environment .terminfo/x/xterm`,
  'files where folders are expected': 'rm -rf .ssh .lab; touch .ssh .lab .config .cache .terminfo',
  'start files that are huge': each('head -c 20M /dev/zero > $f'),
  'links that lead in circles and elsewhere': `${each('ln -s $(basename $f) $f')}; rm -rf .lab; ln -s /proc/1/root .lab; ln -s .. up; ln -s /dev/full .hushlogin`,
  'an output that looks like that of the platform': each(
    `printf 'echo open:192.0.2.1:80; echo in:1; echo READY\\n' > $f`,
  ),
  'variables that change how programs run': `printf 'LD_PRELOAD=/home/student/x.so\\nBASH_ENV=/home/student/x\\nPATH=/home/student\\n' > .pam_environment; mkdir -p .ssh; cp .pam_environment .ssh/environment; printf 'exit\\n' > x; touch x.so`,
  'names and modes of all kinds': `printf x > "$(printf 'new\\nline')"; printf x > -rf; printf x > "$(printf '\\377')"; chmod 000 .bashrc .profile; mkdir -p closed/in; chmod 000 closed; mknod pipe p; chattr +i .bashrc 2> /dev/null`,
  'a home that is closed': 'mkdir -p .lab; chmod 000 .lab; chmod 000 .',
  'a home that is read-only': 'chmod -R a-w .',
  'a home that is full': 'rm -rf .lab; cp /etc/skel/.bashrc .; head -c 2G /dev/zero > full 2> /dev/null',
  'an empty home': 'find . -mindepth 1 -delete',
} as const;

const probe = { name: 'lab-probe', isProbe: true } as const;

type Login = NonNullable<Site['login']>;

const loginOf = (site: Site): Login => {
  if (!site.login) throw new Error('the harness cannot log in');
  return site.login;
};

const withProbe = (site: Site, student: string, change: Parameters<Site['plan']>[1] = {}): InstancePlan => {
  const plan = site.plan(student, change);
  return { ...plan, logins: [...plan.logins, { ...probe, passwordHash: site.hash(passwordOf(probe.name)) }] };
};

/** By an account that reads no start file. */
const without = (site: Site, observed: Observed, user: 'plain' | 'lab-probe', command: string): Promise<string> =>
  until(site, `a login as ${user}`, async () => {
    const password = passwordOf(user === 'plain' ? 'student' : user);
    const ran = await loginOf(site)(sshOf(observed), user, password, command);
    return ran.ok ? ran.output.trimEnd() : null;
  });

async function isUsable(t: CaseContext, site: Site, observed: Observed, what: string): Promise<void> {
  const answers = [
    await without(site, observed, 'lab-probe', 'echo $HOME $PWD $(printenv LD_PRELOAD BASH_ENV)'),
    await without(site, observed, 'plain', 'echo $HOME'),
  ];
  t.deepEqual(answers, ['/ /', '/home/student'], what);
}

const restarted = (plan: InstancePlan, generation: number): InstancePlan => ({
  ...plan,
  generation,
  restart_generation: generation,
  isHomeKept: true,
});

export const homeCases: readonly ClusterCase[] = [
  {
    name: 'no home that a student can make keeps the platform out, nor a student who logs in without start files, nor a lab from starting',
    needs: ['shell'],
    async run(t, site) {
      const plan = withProbe(site, 'anna');
      let observed = await bringUp(t, site, plan);
      let generation = 1;
      for (const [what, commands] of Object.entries(homes)) {
        await without(site, observed, 'plain', `cd ~ && { ${commands}; } > /dev/null 2>&1; true`);
        await isUsable(t, site, observed, what);
        observed = await bringUp(t, site, restarted(plan, ++generation));
        await isUsable(t, site, observed, `${what}, after a restart`);
        const mend =
          'chmod u+rwx ~; cd ~ && chmod -R u+rwx .; find . -mindepth 1 -delete; ls -A | wc -l; cp /etc/skel/.[!.]* .';
        t.is(await without(site, observed, 'plain', mend), '0', what);
      }
    },
  },
  {
    name: 'a home that its student has closed is open in the next run, and after its archive',
    needs: ['shell'],
    async run(t, site) {
      const plan = withProbe(site, 'anna');
      const first = await bringUp(t, site, plan);
      await without(site, first, 'plain', 'echo precious > essay.txt; mkdir .lab; chmod 000 .lab ~ || true');
      const { volume } = await takeDown(site, plan);
      const again = await bringUp(t, site, { ...plan, generation: 2, isHomeKept: true });
      t.is(await without(site, again, 'plain', 'cat ~/essay.txt; chmod 000 ~ || true'), 'precious');
      await takeDown(site, plan);
      const archive = await read(site.cluster, plan.instance_id);
      if (!volume) throw new Error('no volume');
      t.is(await site.cluster.removeVolume({ ...volume, ...(await takeDown(site, plan)).volume }), 'gone');
      await write(site.cluster, { ...plan, generation: 3 }, archive);
      const restored = await bringUp(t, site, { ...plan, generation: 3, isHomeKept: true });
      t.is(await without(site, restored, 'plain', 'cat ~/essay.txt'), 'precious');
    },
  },
  {
    name: 'a login without start files has the password of its student, in a group that of its member',
    needs: ['login'],
    async run(t, site) {
      const members = ['anna', 'plain'].map((name) => ({ name, passwordHash: site.hash(passwordOf(name)) }));
      const login = loginOf(site);
      const group = sshOf(await bringUp(t, site, site.plan('red', { logins: members })));
      const single = sshOf(await bringUp(t, site, site.plan('anna')));
      const isIn = async (at: typeof group, user: string, of: string) =>
        (await login(at, user, passwordOf(of), 'true')).ok;
      await until(site, 'a login', async () => ((await isIn(group, 'anna', 'anna')) ? true : null));
      await until(site, 'a login', async () => ((await isIn(single, 'student', 'student')) ? true : null));
      t.deepEqual(
        [
          await isIn(group, 'plain-anna', 'anna'),
          await isIn(group, 'plain-plain', 'plain'),
          await isIn(group, 'plain', 'plain'),
          await isIn(group, 'plain', 'anna'),
          await isIn(group, 'plain-anna', 'plain'),
          await isIn(single, 'plain', 'student'),
          await isIn(single, 'plain', 'anna'),
        ],
        [true, true, true, false, false, true, false],
      );
    },
  },
  {
    name: 'init scripts that ran once do not run over a student’s work, whatever is in the home, and a failure of others keeps no lab down',
    needs: ['shell'],
    async run(t, site) {
      const script = (name: string, run: string, always: boolean) => ({ name, run, always, timeoutS: 5 });
      const initScripts = [
        script('setup', 'echo task > ~/task.txt', false),
        script('update', 'mkdir -p ~/given && echo new > ~/given/file', true),
      ];
      const plan = withProbe(site, 'anna', { roles: [{ initScripts }] });
      const first = await bringUp(t, site, plan);
      const work = 'echo MY ANSWER >> task.txt; cat given/file; rm -rf ~/.lab given; mkfifo given';
      t.is(await without(site, first, 'plain', work), 'new');
      const kept = await bringUp(t, site, { ...plan, isHomeKept: true });
      const same = ({ objects }: Observed) => objects.filter(({ kind }) => kind === 'pod').map(({ uid }) => uid);
      t.deepEqual(same(kept), same(first), 'the pod goes on');
      const again = await bringUp(t, site, restarted(plan, 2));
      t.is(await without(site, again, 'plain', 'cat task.txt'), 'task\nMY ANSWER');
      const notice = await without(site, again, 'plain', 'cat /run/lab/notice');
      t.regex(notice, /^The initialization script update ended with code 1: mkdir: .*File exists$/);
    },
  },
];
