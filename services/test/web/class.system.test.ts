// A class from the teacher's file to the archive, in two browsers at once, on labs in Podman: what the teacher sees
// turns while the students' labs change.
import test from 'ava';
import type { Page } from 'playwright-core';
import { run } from '../../../adapters/cluster/containers/test/login.fixture.ts';
import { openBrowser } from '../../../tools/test/browser.ts';
import { labEngine } from '../../../tools/test/lab-engine.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { knownStudent, signIn, visit, webSystem } from '../fixtures/web.ts';

const configuration = (lab_id: string): string =>
  `lab_id: ${lab_id}\nname: First shell\ncontainers: {main: {image: '{registry_url}/covenant/labs/shell:v1.0'}}\n`;

test('a teacher uploads a lab and starts it for four students, one of whom logs in with the line of the page, and stops it', async (t) => {
  t.timeout(300_000);
  const [browser, engine] = [await openBrowser(t), await labEngine(t)];
  if (browser === null || engine === null) return t.pass();
  const at = await webSystem(t, {
    INSTALLATION_ID: engine.installation,
    LAB_ENGINE: 'containers',
    LAB_ENGINE_SOCKET: engine.socketPath,
    LAB_TOOLS_IMAGE: engine.image,
    ...(engine.folder !== null && { LAB_ENGINE_FOLDER: engine.folder }),
    LAB_CLOSED: '1.1.1.1:443',
    REGISTRY_URL: 'localhost',
  });
  const teacher = await freshUser(at.provider, 'labs', ['teacher']);
  const students = await Promise.all([1, 2, 3, 4].map(() => knownStudent(at)));
  const { page, errors } = await visit(t, browser, at.url);
  await signIn(page, teacher);
  await page.getByRole('heading', { name: 'Upload your first lab' }).waitFor();
  await page.getByRole('link', { name: 'New lab' }).first().click();

  await page.getByLabel('Configuration (YAML)').fill('lab_id: Not Good\nname: x\n');
  await page.getByRole('button', { name: 'Upload lab' }).click();
  const mistakes = page.getByRole('alert').getByRole('listitem');
  await mistakes.first().waitFor();
  t.regex((await mistakes.allInnerTexts()).join('\n'), /^Line 1, column 9\s+must be at most 16 lower-case letters/m);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  const buffer = Buffer.from(configuration('shell'));
  await chooser.setFiles({ name: 'lab.yaml', mimeType: 'application/yaml', buffer });
  await page.getByRole('button', { name: 'Upload lab' }).click();
  await page.waitForURL(`${at.url}/labs/shell`);

  const [first] = students;
  const { page: own, errors: ownErrors } = await visit(t, browser, at.url);
  if (first === undefined) return t.fail();
  await signIn(own, first);
  await own.getByRole('heading', { name: 'No lab yet' }).waitFor();
  await choose(page, students);
  const ids = page.getByLabel('Student ids');
  await ids.fill(`${await ids.inputValue()}, nowhere`);
  await page.getByRole('button', { name: 'Start for 5 students' }).click();
  await page.getByText('4 accepted, 1 refused').waitFor();
  t.is(await ids.inputValue(), 'nowhere');
  await page.getByRole('button', { name: 'Running 4' }).waitFor();

  await own.getByText('Your lab is ready.').waitFor();
  const line = await own.getByRole('region', { name: 'ssh' }).innerText();
  await own.getByRole('button', { name: 'Show Password' }).click();
  const password = await own.getByRole('region', { name: 'Password' }).innerText();
  const [program = '', ...args] = line.split(' ');
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'];
  const login = ['-e', program, ...options.flatMap((option) => ['-o', option]), ...args, 'id -un'];
  const answer = await run('timeout', ['60', 'sshpass', ...login], { ...process.env, SSHPASS: password });
  t.like(answer, { code: 0, out: 'student\n' });

  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Stop 4' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop 4' }).click();
  await page.getByRole('button', { name: 'Stopped 4' }).waitFor();
  await own.getByText('Your files are kept').waitFor();
  t.deepEqual([...errors, ...ownErrors], []);
});

/** By their names, in the list of the page. */
async function choose(page: Page, students: readonly { readonly username: string }[]): Promise<void> {
  await page.getByText('Choose from the list').click();
  for (const { username } of students) {
    await page.getByLabel('Search by name').fill(username);
    await page.getByRole('checkbox', { name: new RegExp(username) }).check();
  }
}
