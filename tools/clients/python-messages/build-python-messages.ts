// The messages package for Python: the sources of a distribution, and its wheel where Python can build one.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readmeText } from '../readmes.ts';
import { type PythonPackage, wheelOf } from '../wheel.ts';

const name = 'covenant-messages';

/** The sources are in `python-messages/` in `folder`, the wheel beside it. */
export async function buildPythonMessages({
  root,
  folder,
}: {
  readonly root: string;
  readonly folder: string;
}): Promise<PythonPackage> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const sources = path.join(folder, 'python-messages');
  rmSync(sources, { recursive: true, force: true });
  stageSources(root, sources);
  writeFileSync(path.join(sources, 'pyproject.toml'), projectOf(version));
  writeFileSync(path.join(sources, 'README.md'), `${readmeText('python-messages', version)}\n`);
  return { name, version, sources, wheel: await wheelOf(name, sources, folder) };
}

function stageSources(root: string, sources: string): void {
  const module = path.join(sources, 'covenant_messages');
  mkdirSync(module, { recursive: true });
  cpSync(path.join(import.meta.dirname, 'covenant_messages'), module, {
    recursive: true,
    filter: (file) => !file.endsWith('__pycache__'),
  });
  for (const document of ['analytics', 'lab'])
    copyFileSync(path.join(root, 'generated', document, 'shared_messages.py'), path.join(module, `${document}.py`));
}

const projectOf = (version: string): string => `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "${name}"
version = "${version}"
description = "Messages of Covenant over AMQP 0-9-1, generated from their contracts"
readme = "README.md"
requires-python = ">=3.10"
dependencies = ["aio-pika>=9.4", "typing-extensions>=4.0; python_version < '3.11'"]
classifiers = ["Private :: Do Not Upload", "Typing :: Typed"]

[tool.hatch.build.targets.wheel]
packages = ["covenant_messages"]
`;
