// The clients of all contracts as one Python package: its source tree, and a wheel and an sdist where Python can build
// them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readDocument, readProblems } from '../../contract/document/read-document.ts';
import { readLive } from '../../generator/python/live.ts';
import { pythonTree } from '../../generator/python/tree.ts';
import { documents } from '../build.ts';
import { readmeText } from '../readmes.ts';
import { type PythonPackage, wheelOf } from '../wheel.ts';

const name = 'covenant';

type Place = { readonly root: string; readonly folder: string };

/** The sources are in `python/` in `folder`, the wheel beside it. */
export async function buildPython({ root, folder }: Place): Promise<PythonPackage> {
  const sources = path.join(folder, 'python');
  const { version } = stagePython({ root, folder: sources });
  return { name, version, sources, wheel: await wheelOf(name, sources, folder) };
}

/** Writes the sources alone, which need no Python. */
export function stagePython({ root, folder }: Place): { readonly version: string } {
  rmSync(folder, { recursive: true, force: true });
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const tree = pythonTree({
    documents: documents.map((document) => readDocument(root, `spec/${document}/openapi.yaml`)),
    problems: readProblems(root),
    live: { platform: readLive(root, 'spec/platform/asyncapi.yaml') },
    runtime: path.join(import.meta.dirname, 'runtime'),
  });
  const files = new Map([
    ...tree,
    ['pyproject.toml', projectText(version)],
    ['README.md', `${readmeText('python', version)}\n`],
  ]);
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return { version };
}

const projectText = (version: string): string => `[build-system]
requires = ["hatchling>=1.12"]
build-backend = "hatchling.build"

[project]
name = "${name}"
version = "${version}"
description = "Clients of the Covenant analytics API, lab platform and lab infrastructure API, generated from their contracts"
readme = "README.md"
requires-python = ">=3.10"
dependencies = ["httpx>=0.27,<0.29"]
optional-dependencies = { live = ["websockets>=15,<18"] }
classifiers = ["Private :: Do Not Upload", "Typing :: Typed"]

[tool.hatch.build.targets.wheel]
packages = ["covenant"]

[tool.hatch.build.targets.sdist]
include = ["covenant", "README.md"]
`;
