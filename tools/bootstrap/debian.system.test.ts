// Installing Debian packages, with an apt-get that only writes down how it was called.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';

const module = path.join(import.meta.dirname, 'debian.mjs');

/** A machine: its folder of programs, its policy file, and what its apt-get does. */
function machine(t: ExecutionContext, apt?: string) {
  const dir = mkdtempSync(path.join(tmpdir(), 'covenant-debian-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  const bin = path.join(dir, 'bin');
  mkdirSync(bin);
  // Nothing else of this machine, least of all its own apt-get.
  for (const name of ['sh', 'touch']) symlinkSync(`/bin/${name}`, path.join(bin, name));
  const policyFile = path.join(dir, 'policy-rc.d');
  const calls = path.join(dir, 'calls');
  const program = path.join(bin, 'wanted');
  if (apt !== undefined)
    writeFileSync(
      path.join(bin, 'apt-get'),
      `#!/bin/sh\necho "$@" >> ${calls}\nlists=${dir}/lists\nprogram=${program}\npolicy=${policyFile}\n${apt}\n`,
      { mode: 0o755 },
    );
  const install = (isRoot = true, functionName = 'installDebian') => {
    const script = `
      const { ${functionName}, Stop } = await import(${JSON.stringify(module)});
      try { ${functionName}([{ name: 'wanted-server', program: 'wanted' }], ${JSON.stringify({ policyFile, isRoot })}); }
      catch (error) { if (!(error instanceof Stop)) throw error; console.log('STOP ' + error.message); }`;
    const args = ['--input-type=module', '-e', script];
    return spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: bin } })
      .stdout.trim()
      .split('\n');
  };
  const called = () => readFileSync(calls, 'utf8').replaceAll('-o DPkg::Lock::Timeout=300 ', '').trim().split('\n');
  return { install, called, policyFile, program };
}

const knows = `
case "$*" in
  *update*) touch $lists ;;
  *--assume-no*)
    [ -e $lists ] || { echo "E: Unable to locate package" >&2; exit 100; }
    echo "0 upgraded, 3 newly installed, 0 to remove"
    echo "Need to get 34.5 MB of archives."
    echo "After this operation, 62.1 MB of additional disk space will be used."
    exit 1 ;;
  *install*) [ "$(sh $policy; echo $?)" = 101 ] && touch $program ;;
esac`;

test('the installation announces missing packages with their size, installs them, and starts no service', (t) => {
  const { install, called, policyFile } = machine(t, knows);
  t.deepEqual(install(), [
    'Updating the Debian package lists (apt-get update) ...',
    'Installing wanted-server with apt-get (3 packages, 34.5 MB to download, 62.1 MB on disk). Their services are not started.',
  ]);
  t.deepEqual(called(), [
    'install --assume-no --no-install-recommends wanted-server',
    'update -qq',
    'install --assume-no --no-install-recommends wanted-server',
    'install -y -qq --no-install-recommends wanted-server',
  ]);
  t.false(existsSync(policyFile));
  t.deepEqual(install(), ['']); // the second time there is nothing to do
  t.is(called().length, 4);
});

test("the installation restores the machine's own policy file, also after it failed or was killed", (t) => {
  const failing = machine(t, `touch $lists\n${knows.replace('touch $program', 'exit 1')}`);
  writeFileSync(failing.policyFile, '#!/bin/sh\nexit 0\n');
  t.regex(failing.install().at(-1) ?? '', /^STOP apt-get install failed/);
  t.is(readFileSync(failing.policyFile, 'utf8'), '#!/bin/sh\nexit 0\n');
  const killed = machine(t, `touch $lists\n${knows.replace('touch $program', 'kill -9 $PPID')}`);
  writeFileSync(killed.policyFile, '#!/bin/sh\nexit 0\n');
  killed.install();
  t.regex(readFileSync(killed.policyFile, 'utf8'), /Covenant put this here/);
  killed.install();
  killed.install();
  t.is(readFileSync(`${killed.policyFile}.before-covenant`, 'utf8'), '#!/bin/sh\nexit 0\n');
});

test('a user without the right to install gets the one command to run', (t) => {
  t.deepEqual(machine(t, knows).install(false), [
    'STOP wanted-server is missing. Run this once, then run the command again:  sudo apt-get install -y wanted-server',
  ]);
});

test('root installs what labs run on where it is available, and goes on without it elsewhere', (t) => {
  t.deepEqual(machine(t, knows).install(false, 'installIfPossible'), ['']);
  t.regex(machine(t, knows).install(true, 'installIfPossible').at(-1) ?? '', /^Installing wanted-server/);
  t.regex(machine(t, 'exit 0').install(true, 'installIfPossible').at(-1) ?? '', /^apt-get cannot find wanted-server/);
});

test('a machine without apt-get gets the list of what it lacks', (t) => {
  t.deepEqual(machine(t).install(), [
    'STOP wanted-server is missing and this machine has no apt-get. Install it with the package manager of this machine, then run the command again.',
  ]);
});

test('the installation reports a package that apt-get does not know', (t) => {
  const lines = machine(t, 'exit 100').install();
  t.is(lines.at(-1), 'STOP apt-get update failed; see its output above.');
  const empty = machine(t, 'exit 0').install();
  t.regex(empty.at(-1) ?? '', /^STOP apt-get cannot find wanted-server/);
});
