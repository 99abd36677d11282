// Lab images of a teacher: built from a Containerfile in the engine that runs the labs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { Failure } from '../failure.ts';
import type { Print } from './build.ts';
import { isVariant } from './variants.ts';

/** `NAME:TAG`, as the part of an image's name after `/labs/` (spec/lab/lab-config.schema.yaml). */
const form = /^([a-z0-9]+(?:[._-][a-z0-9]+)*):(latest|v[0-9]+\.[0-9]+)$/;

/** The name that the engine has. Throws a `Failure` for a name that no lab could use. */
export function engineNameOf(text: string): string {
  if (!form.test(text))
    throw new Failure(`${text} is no name of a lab image. Use NAME:v1.0, with lower-case letters, digits and hyphens.`);
  return `localhost/covenant/labs/${text}`;
}

/** Throws a `Failure` for the name of an image that others begin with. */
export function requireOwnName(text: string): void {
  const [name = ''] = text.split(':');
  if (isVariant(name)) throw new Failure(`${name} is an image of Covenant. Choose another name.`);
}

/** How a lab configuration names it. */
export const asConfigured = (name: string): string => name.replace(/^localhost\//, '{registry_url}/');

type Source = { readonly folder: string; readonly file: string };

/** A Containerfile, or a folder that has one. */
export function sourceOf(place: string): Source {
  if (!existsSync(place)) throw new Failure(`${place} does not exist.`);
  if (!statSync(place).isDirectory()) return { folder: path.dirname(place), file: path.basename(place) };
  const file = ['Containerfile', 'Dockerfile'].find((each) => existsSync(path.join(place, each)));
  if (file === undefined) throw new Failure(`${place} has no file named Containerfile.`);
  return { folder: place, file };
}

/** The whole folder is sent to the build, so it must not hold the data and the secrets of the installation. */
export function requireSeparate({ folder }: Source, dir: string): void {
  if (!path.relative(folder, dir).startsWith('..'))
    throw new Failure(
      `${folder} holds the data of this installation, and everything in it is sent to the build. Put the Containerfile into a separate folder.`,
    );
}

/** Prints each step; a step that fails ends it with the last lines. */
export async function buildImage(api: Engine, source: Source, name: string, print: Print): Promise<void> {
  const context = spawn('tar', ['-C', source.folder, '-c', '.'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const stderr = text(context.stderr);
  const ended = once(context, 'close').then(([code]) => code as number | null);
  ended.catch(() => undefined);
  // RUN steps fetch packages; the machine's network is the one that works where engines have none of their own.
  const query = { t: name, dockerfile: source.file, networkmode: 'host', forcerm: 'true' };
  const reply = await api.stream('POST', '/build', { query, upload: context.stdout, silenceMs: null });
  await printSteps(reply, print);
  if ((await ended) !== 0) throw new Failure(`${source.folder} could not be read: ${(await stderr).trim()}`);
}

async function printSteps(reply: Readable, print: Print): Promise<void> {
  const lines: string[] = [];
  for await (const { stream, error } of eventsOf(reply)) {
    if (error !== undefined)
      throw new Failure(`The image could not be built: ${error}`, [...lines.slice(-7), adviceFor(error)]);
    const text = stream?.trimEnd();
    if (!text) continue;
    lines.push(text);
    print(text);
  }
}

/** One for each line. Podman ends the connection after an error without the end of the reply. */
async function* eventsOf(reply: Readable): AsyncGenerator<BuildEvent> {
  let rest = '';
  for await (const chunk of reply.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield eventOf(line);
  }
  if (rest !== '') yield eventOf(rest);
}

type BuildEvent = { readonly stream?: string; readonly error?: string };

function eventOf(line: string): BuildEvent {
  try {
    return JSON.parse(line) as BuildEvent;
  } catch {
    return { stream: line };
  }
}

const adviceFor = (error: string): string =>
  /docker:\/\/localhost\/|not known|no such image|unable to find/i.test(error)
    ? 'Build the image that it begins with first: `npm run lab-image -- course`, for FROM localhost/covenant/labs/course:v1.0.'
    : 'Correct this step of the Containerfile, and build it again.';
