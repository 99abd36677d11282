// `npm run lab-image`: the images of labs, those of Covenant and a teacher's own.

import { answerHelp, optionsOf } from '../../../command-line/options.ts';
import { guess } from '../../../runtime/nearest-word.ts';
import { Failure } from '../failure.ts';
import { installationFolder } from '../installation-folder.ts';
import { runningEngine } from '../lab-engine/running-engine.ts';
import { printFailure } from '../progress.ts';
import { checkImage } from './check-image.ts';
import { labImage, loadLabImage } from './image.ts';
import { writeLabImage } from './load.ts';
import { asConfigured, buildImage, engineNameOf, requireOwnName, requireSeparate, sourceOf } from './own-image.ts';
import { contentsOf, isVariant, type Variant, variants } from './variants.ts';

const usage = `Usage: npm run lab-image -- VARIANT [--file FILE.tar]
       npm run lab-image -- build FOLDER --name NAME:v1.0
       npm run lab-image -- check NAME:v1.0

VARIANT builds an image of Covenant and loads it into the lab engine of this checkout, which \`npm start\` runs; with
--file it is written as a docker-archive instead, for a registry or the nodes of a cluster. Variants:

${variants.map((each) => `  ${each.padEnd(9)}${contentsOf(each).text}`).join('\n')}

build makes an image of FOLDER/Containerfile in the lab engine, and checks it. Begin the file with
FROM localhost/covenant/labs/shell:v1.0, or another variant. check says whether a lab can start with an image.

A lab uses an image as '{registry_url}/covenant/labs/NAME:v1.0'.`;

answerHelp(usage);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping.abort(new Failure('Stopped before the image was ready.')));
const print = (line: string) => void process.stdout.write(`${line}\n`);
const dir = installationFolder();

process.exitCode = await run().catch((error: unknown) => {
  printFailure(error);
  return 1;
});

async function run(): Promise<number> {
  const { values, positionals } = words();
  const [first = '', second, ...others] = positionals;
  if (others.length > 0) throw new Failure(usage);
  if (first === 'build') return await build(second, values.name);
  if (first === 'check') return await check(second);
  // Releases up to 0.14.0 took the file alone.
  if (first.endsWith('.tar') && second === undefined) return await write('shell', first);
  if (!isVariant(first) || second !== undefined) throw new Failure(wrongWord(first));
  return values.file === undefined ? await load(first) : await write(first, values.file);
}

function words() {
  try {
    return optionsOf({
      allowPositionals: true,
      options: { file: { type: 'string' }, name: { type: 'string' } },
    });
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error));
  }
}

function wrongWord(word: string): string {
  const near = guess(word, [...variants, 'build', 'check']);
  return word === '' || near === null ? usage : `There is no lab image ${word}. Did you mean ${near}?`;
}

async function write(variant: Variant, file: string): Promise<number> {
  print(`Wrote ${await writeLabImage(variant, file, print, stopping.signal)} to ${file}.`);
  return 0;
}

async function load(variant: Variant): Promise<number> {
  using api = await runningEngine(dir);
  const image = await labImage(variant, print, stopping.signal);
  await loadLabImage(api, image, print);
  print(`Ready. Use it in a lab: image: '${asConfigured(image.name)}'`);
  return 0;
}

async function build(place: string | undefined, as: string | undefined): Promise<number> {
  if (place === undefined || as === undefined) throw new Failure(usage);
  requireOwnName(as);
  const [name, source] = [engineNameOf(as), sourceOf(place)];
  requireSeparate(source, dir);
  using api = await runningEngine(dir);
  await buildImage(api, source, name, print);
  return await check(as);
}

async function check(as: string | undefined): Promise<number> {
  if (as === undefined) throw new Failure(usage);
  const name = engineNameOf(as);
  using api = await runningEngine(dir);
  const { problems, notes } = await checkImage(api, name);
  for (const note of notes) print(`Note: ${note}`);
  for (const problem of problems) print(`Problem: ${problem}`);
  if (problems.length > 0) return 1;
  print(`A lab can start with this image. Use it in a lab: image: '${asConfigured(name)}'`);
  return 0;
}
