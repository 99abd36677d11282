// The packed clients in Bun and Deno, as their users have them: installed from the tarballs, they load and, where
// COVENANT_ENDPOINTS names a running installation, run the programs of their READMEs there.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '../../clients/build.ts';
import { packageAt } from '../../clients/release.ts';
import type { Environment } from './first-job.ts';
import { installationOf, startedLabs, userOf } from './installation.ts';
import { installed, output, type Peer } from './peer.ts';

const root = join(import.meta.dirname, '../../..');
const programs = join(root, 'tools/clients/programs');

const runtimes = [
  { name: 'bun', version: '1.4.5', args: ['run'] },
  { name: 'deno', version: '2.9.6', args: ['run', '--allow-env', '--allow-net', '--allow-read'] },
] as const;

type Step = { readonly program: string; readonly environment?: Environment; readonly shown: RegExp };

const loads: Step = { program: 'loads.ts', shown: /^function function function$/ };

const inAnalytics = (environment: Environment): readonly Step[] => [
  {
    program: 'analytics.ts',
    environment,
    shown: /^sent 81 of 81 bytes$[\s\S]*^100 %$[\s\S]*^2026-09-01 41$[\s\S]*^invalid-request /m,
  },
  { program: 'analytics-streams.ts', environment, shown: /^date,units$[\s\S]*^2026-09-01,41$[\s\S]*^2026-09-01 41$/m },
];

export const runtimesPeer: Peer = {
  name: 'runtimes',
  async compare(folder) {
    const tarballs = await Promise.all(
      (['analytics', 'platform', 'infra'] as const).map(async (document) => {
        const of = packageAt(`spec/${document}/openapi.yaml`, root);
        return (await buildPackage({ root, folder: join(folder, 'built'), document, of })).tarball;
      }),
    );
    writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
    for (const name of ['analytics.ts', 'analytics-streams.ts', 'platform-live.ts'])
      copyFileSync(join(programs, name), join(folder, name));
    writeFileSync(
      join(folder, 'loads.ts'),
      `import * as analytics from '@covenant/analytics';
import * as infra from '@covenant/infra';
import * as platform from '@covenant/platform';
console.log(typeof analytics.uploadFile, typeof infra.deployLab, typeof platform.liveUpdates);
`,
    );
    const npm = ['install', '--no-audit', '--no-fund'];
    const absent = await installed('npm', [...npm, ...tarballs], { folder });
    if (absent) return absent;
    const rows: { readonly ok: boolean; readonly row: string }[] = [];
    for (const { name, version, args } of runtimes) {
      const missing = await installed('npm', [...npm, `${name}@${version}`], { folder });
      if (missing) rows.push({ ok: true, row: `| ${name} ${version} | skipped | ${missing.skipped} |` });
      else
        for (const step of [loads, ...(await jobs())]) {
          const found = await outcome(step, [join(folder, 'node_modules/.bin', name), ...args], folder);
          rows.push({ ok: found === 'yes', row: `| ${name} ${version} | ${step.program} | ${found} |` });
        }
    }
    return {
      ok: rows.every(({ ok }) => ok),
      text: ['| runtime | program | shows what it does on Node |', '|---|---|---|', ...rows.map(({ row }) => row)].join(
        '\n',
      ),
    };
  },
};

/** None without a running installation. */
async function jobs(): Promise<readonly Step[]> {
  const [installation] = installationOf(process.env.COVENANT_ENDPOINTS);
  if (installation === undefined) return [];
  const environment = await startedLabs(installation.platform);
  const live = { program: 'platform-live.ts', environment, shown: /^(?:anna|ben) running$/m };
  return [...inAnalytics(userOf(installation)), live];
}

async function outcome({ program, environment = {}, shown }: Step, command: readonly string[], folder: string) {
  const [runtime = '', ...args] = command;
  try {
    const text = (await output(runtime, [...args, program], { folder, environment })).trim();
    return shown.test(text) ? 'yes' : `no: ${text.replaceAll('\n', ' ')}`;
  } catch (error) {
    const { stderr = '', message } = error as { readonly stderr?: string; readonly message: string };
    return `no: ${(stderr || message).replaceAll('\n', ' ').slice(0, 1_000)}`;
  }
}
