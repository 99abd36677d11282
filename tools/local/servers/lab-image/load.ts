// The lab image for those who bring it elsewhere themselves: into the nodes of a cluster by a program of its operator,
// or into a file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../failure.ts';
import type { Print } from './build.ts';
import { labImage } from './image.ts';
import type { Variant } from './variants.ts';

/** `program load --rootfs NAME --config JSON ROOTFS.tar`; the name by which the nodes have it. */
export async function loadIntoNodes(program: string, print: Print, signal: AbortSignal): Promise<string> {
  const { name, config, rootfs } = await labImage('shell', print, signal);
  print('Loading the lab image into the cluster ...');
  const args = ['load', '--rootfs', name, '--config', JSON.stringify(config), rootfs];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], signal });
  const [code] = (await once(child, 'close').catch((error: unknown) => [error])) as readonly unknown[];
  if (code !== 0)
    throw new Failure(`${program} did not load the lab image.`, typeof code === 'number' ? [] : [String(code)]);
  return name;
}

/** A docker-archive, as registries and engines take it in. */
export async function writeLabImage(
  variant: Variant,
  file: string,
  print: Print,
  signal: AbortSignal,
): Promise<string> {
  const image = await labImage(variant, print, signal);
  await pipeline(image.archive(), createWriteStream(file), { signal });
  return image.name;
}
