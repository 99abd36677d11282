// Images made from the lab image by a few lines of a Dockerfile, as a teacher would make one.
import { text } from 'node:stream/consumers';
import { packFiles } from '../../../tar/write.ts';
import type { Engine } from '../engine/engine.ts';
import type { System } from './labs.fixture.ts';

let made = 0;

/** In Docker's form, which alone holds HEALTHCHECK and ONBUILD. No instruction may run something. */
export async function imageWith({ api, image, installation }: System, ...lines: readonly string[]): Promise<string> {
  const name = `localhost/covenant/labs/odd-${installation}-${made++}:v1.0`;
  await build(api, name, [`FROM ${image}`, ...lines].join('\n'));
  return name;
}

async function build(api: Engine, name: string, dockerfile: string): Promise<void> {
  const upload = packFiles([{ name: 'Dockerfile', content: dockerfile, mode: 0o644, uid: 0 }]);
  const query = { t: name, outputformat: 'application/vnd.docker.distribution.manifest.v2+json', pull: 'false' };
  const log = await text(await api.stream('POST', '/build', { query, upload, silenceMs: 120_000 }));
  if (!log.includes('Successfully')) throw new Error(log);
}
