// `npm run lab-image -- FILE.tar`: builds the lab image and writes it as a docker-archive, for the registry or the nodes of a cluster.

import { answerHelp } from '../../../command-line/options.ts';
import { Failure } from '../failure.ts';
import { printFailure } from '../progress.ts';
import { writeLabImage } from './load.ts';

const usage = 'Usage: npm run lab-image -- FILE.tar';

answerHelp(
  `${usage}\n\nBuilds the lab image and writes it to FILE.tar as a docker-archive, for a registry or the nodes of a cluster.`,
);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping.abort(new Failure('Stopped before the image was written.')));

process.exitCode = await run().catch((error: unknown) => {
  printFailure(error);
  return 1;
});

async function run(): Promise<number> {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || others.length > 0) throw new Failure(usage);
  const name = await writeLabImage(file, (line) => process.stdout.write(`${line}\n`), stopping.signal);
  process.stdout.write(`Wrote ${name} to ${file}.\n`);
  return 0;
}
