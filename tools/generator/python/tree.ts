// The source tree of the Python package, path below it -> content: what all clients share, and the client of each
// document.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ApiDocument, Problem } from '../../contract/document/model.ts';
import { emitPythonClient } from './client.ts';
import type { Live } from './live.ts';
import { emitPythonProblems } from './problems.ts';
import { syncOf } from './sync.ts';
import { emitPythonTypes } from './types.ts';

export type Tree = {
  readonly documents: readonly ApiDocument[];
  readonly problems: Readonly<Record<string, Problem>>;
  /** The live updates of the documents that have a WebSocket, by name. */
  readonly live: Readonly<Record<string, Live | undefined>>;
  /** Folder with the modules that are written by hand. */
  readonly runtime: string;
};

export function pythonTree({ documents, problems, live, runtime }: Tree): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const file of globSync('*', { cwd: runtime, exclude: ['__pycache__', '.*'] }).sort())
    files.set(`covenant/${basename(file)}`, readFileSync(join(runtime, file), 'utf8'));
  addSync(files, 'covenant/_async.py');
  addSync(files, 'covenant/_live_async.py');
  files.set('covenant/problems.py', emitPythonProblems(problems));
  for (const document of documents) {
    const folder = `covenant/${document.name}`;
    const socket = live[document.name];
    files.set(`${folder}/__init__.py`, moduleText(document, socket !== undefined));
    files.set(`${folder}/types.py`, emitPythonTypes(document));
    files.set(`${folder}/_async.py`, emitPythonClient(document, socket));
    if (socket) files.set(`${folder}/live.py`, emitPythonTypes({ ...document, schemas: socket.schemas }));
    addSync(files, `${folder}/_async.py`);
  }
  return files;
}

function addSync(files: Map<string, string>, file: string): void {
  files.set(file.replace('_async', '_sync'), syncOf(files.get(file) ?? ''));
}

const moduleText = ({ name }: ApiDocument, isLive: boolean): string => `"""The client of the ${name} API."""

from .. import problems
from .._errors import CovenantError, ${isLive ? 'LiveEnded, ' : ''}NoAnswer, NotModified, Problem, UnexpectedAnswer, WaitTimeout
from .._request import Reply
from .._uploads import Upload, UploadSource
from . import ${isLive ? 'live, ' : ''}types
from ._async import AsyncClient
from ._sync import Client

__all__ = [
    "AsyncClient",
    "Client",
    "CovenantError",
${isLive ? '    "LiveEnded",\n' : ''}    "NoAnswer",
    "NotModified",
    "Problem",
    "Reply",
    "UnexpectedAnswer",
    "Upload",
    "UploadSource",
    "WaitTimeout",
${isLive ? '    "live",\n' : ''}    "problems",
    "types",
]
`;
