// A failpoint that ends its process.
import { spawnSync } from 'node:child_process';
import test from 'ava';

test('an exit failpoint ends the process as kill -9 does', (t) => {
  const code = `import { failpoints, parseFailpoints } from ${JSON.stringify(new URL('./failpoints.ts', import.meta.url).href)};
    process.on('exit', () => console.log('handler ran'));
    const points = failpoints(parseFailpoints('merge:2:exit'));
    await points.reach('merge', 1); console.log('one'); await points.reach('merge', 2); console.log('two');`;
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
  t.is(child.signal, 'SIGKILL');
  t.is(child.stdout, 'one\n');
});
