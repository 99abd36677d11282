// A teacher's own image: built in the engine, and judged in words before a class starts with it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { testFolder } from '../../../test/folder.ts';
import { labEngine } from '../../../test/lab-engine.ts';
import { Failure } from '../failure.ts';
import { checkImage } from './check-image.ts';
import { buildImage, engineNameOf, requireOwnName, requireSeparate, sourceOf } from './own-image.ts';
import { contentsOf, variants } from './variants.ts';

const base = 'FROM localhost/covenant/labs/shell:v1.0';
const begin = `Begin the Containerfile with ${base}.`;

async function building(t: ExecutionContext) {
  const found = await labEngine(t);
  if (found === null) return null;
  const api = engine(found.socketPath);
  t.teardown(() => api[Symbol.dispose]());
  const folder = path.join(await testFolder(), found.installation);
  mkdirSync(folder, { recursive: true });
  let count = 0;
  return {
    api,
    async build(...lines: readonly string[]) {
      count += 1;
      const name = engineNameOf(`own-${found.installation}-${count}:v1.0`);
      writeFileSync(path.join(folder, 'Containerfile'), [base, ...lines, ''].join('\n'));
      const printed: string[] = [];
      t.teardown(() => api.call('DELETE', `/images/${name}`, { query: { force: 'true' } }).catch(() => undefined));
      await buildImage(api, sourceOf(folder), name, (line) => void printed.push(line));
      return { name, printed };
    },
  };
}

test.serial('an image is built with its steps printed, and a lab can start with it', async (t) => {
  const site = await building(t);
  if (site === null) return;
  const { name, printed } = await site.build('USER root', 'RUN echo made > /opt/made', 'USER student');
  t.true(printed.some((line) => line.includes('RUN echo made > /opt/made')));
  t.deepEqual(await checkImage(site.api, name), { problems: [], notes: [] });
});

test.serial('a check names what has no effect in a lab, and what keeps it from starting', async (t) => {
  const site = await building(t);
  if (site === null) return;
  const lost = await site.build(
    'USER root',
    'RUN rm /usr/sbin/sshd; touch /home/student/a',
    'ENTRYPOINT ["/bin/true"]',
  );
  t.deepEqual(await checkImage(site.api, lost.name), {
    problems: [
      `Parts of the lab image are missing: /usr/sbin/sshd. ${begin}`,
      'The image has files in /home/student, which a kept or restored volume would hide. Write them with an init script of the lab, or put them into /opt.',
    ],
    notes: [
      'USER root has no effect: a lab runs as the account student.',
      'ENTRYPOINT has no effect: a lab starts with that of the lab image. Use CMD, or an init script of the lab.',
    ],
  });
  const broken = await site.build('USER root', 'RUN echo junk >> /etc/lab/sshd_config', 'USER student');
  const { problems } = await checkImage(site.api, broken.name);
  t.regex(problems.join(), /^The SSH server of the lab does not start in this image\. .*junk/);
  const volume = await site.build('VOLUME /home/student/work');
  t.regex((await checkImage(site.api, volume.name)).problems.join(), /declares a volume at \/home\/student\/work/);
});

test.serial('a step that fails ends a build with its last lines, and a missing image is a sentence', async (t) => {
  const site = await building(t);
  if (site === null) return;
  const error = await t.throwsAsync(site.build('RUN echo before; false'), { instanceOf: Failure });
  t.regex(error.message, /^The image could not be built: .*echo before; false/);
  t.is(error.lines.at(-1), 'Correct this step of the Containerfile, and build it again.');
  await t.throwsAsync(checkImage(site.api, engineNameOf('no-such-image:v1.0')), {
    instanceOf: Failure,
    message: /^The engine has no image localhost\/covenant\/labs\/no-such-image:v1\.0\. Build it: /,
  });
});

test('names that no lab could use, and those of Covenant, are refused', (t) => {
  for (const name of ['Course:v1.0', 'course', 'course:1.0', 'a/b:v1.0'])
    t.throws(() => engineNameOf(name), { instanceOf: Failure, message: /is no name of a lab image/ });
  for (const variant of variants) t.throws(() => requireOwnName(`${variant}:v2.0`), { instanceOf: Failure });
  t.is(engineNameOf('go-course:v1.2'), 'localhost/covenant/labs/go-course:v1.2');
});

test('a folder that holds the data of the installation is not sent to a build', (t) => {
  const source = (folder: string) => ({ folder, file: 'Containerfile' });
  for (const folder of ['/srv/covenant', '/srv/covenant/run'])
    t.throws(() => requireSeparate(source(folder), '/srv/covenant/run'), { instanceOf: Failure });
  t.notThrows(() => requireSeparate(source('/srv/covenant/my-lab'), '/srv/covenant/run'));
});

test('the guide lists the images with their contents', (t) => {
  const guide = readFileSync(
    path.join(import.meta.dirname, '../../../reference/pages/guides/12-writing-a-lab.md'),
    'utf8',
  );
  const rows = variants.map((variant) => `| \`${variant}\` | ${contentsOf(variant).text} |`);
  t.deepEqual(
    rows.filter((row) => !guide.includes(row)),
    [],
  );
});
