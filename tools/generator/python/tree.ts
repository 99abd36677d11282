// The source tree of the Python package, path below it -> content: what all clients share, and the client of each document.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ApiDocument, Problem } from '../document/model.ts';
import { emitPythonClient } from './client.ts';
import { emitPythonProblems } from './problems.ts';
import { syncOf } from './sync.ts';
import { emitPythonTypes } from './types.ts';

export type Tree = {
  readonly documents: readonly ApiDocument[];
  readonly problems: Readonly<Record<string, Problem>>;
  /** Folder with the modules that are written by hand. */
  readonly runtime: string;
};

export function pythonTree({ documents, problems, runtime }: Tree): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const file of globSync('*', { cwd: runtime, exclude: ['__pycache__', '.*'] }).sort())
    files.set(`covenant/${basename(file)}`, readFileSync(join(runtime, file), 'utf8'));
  addSync(files, 'covenant');
  files.set('covenant/problems.py', emitPythonProblems(problems));
  for (const document of documents) {
    const folder = `covenant/${document.name}`;
    files.set(`${folder}/__init__.py`, moduleText(document));
    files.set(`${folder}/types.py`, emitPythonTypes(document));
    files.set(`${folder}/_async.py`, emitPythonClient(document));
    addSync(files, folder);
  }
  return files;
}

function addSync(files: Map<string, string>, folder: string): void {
  files.set(`${folder}/_sync.py`, syncOf(files.get(`${folder}/_async.py`) ?? ''));
}

const moduleText = ({ name }: ApiDocument): string => `"""The client of the ${name} API."""

from .. import problems
from .._errors import CovenantError, NoAnswer, NotModified, Problem, UnexpectedAnswer, WaitTimeout
from .._request import Reply
from .._uploads import Upload, UploadSource
from . import types
from ._async import AsyncClient
from ._sync import Client

__all__ = [
    "AsyncClient",
    "Client",
    "CovenantError",
    "NoAnswer",
    "NotModified",
    "Problem",
    "Reply",
    "UnexpectedAnswer",
    "Upload",
    "UploadSource",
    "WaitTimeout",
    "problems",
    "types",
]
`;
