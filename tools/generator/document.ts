// All files of one HTTP document.
import { posix } from 'node:path';
import { readDocument, readProblems } from '../contract/document/read-document.ts';
import { emitClient } from './code/client.ts';
import { emitIds } from './code/ids.ts';
import { emitLimits } from './code/limits.ts';
import { emitInputValidators, emitReplyValidators } from './code/operation-validators.ts';
import { emitProblems } from './code/problems.ts';
import { emitRoutes } from './code/routes.ts';
import { emitServer } from './code/server.ts';
import { emitStates } from './code/states.ts';
import { emitTypes } from './code/types.ts';
import { checkNames } from './names.ts';
import { published } from './publish.ts';
import { emitPythonTypes } from './python/types.ts';

export interface Generated {
  /** Path below the root -> content. */
  readonly files: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** @param runtime where the runtime is, from the folder of the document. */
export async function generateDocument(root: string, file: string, runtime = '../runtime'): Promise<Generated> {
  const document = readDocument(root, file);
  checkNames(document);
  // The Python client is made elsewhere; what it cannot have is refused here.
  emitPythonTypes(document);
  const header = `// Generated from ${file} by npm run generate; do not edit.`;
  const input = emitInputValidators(document, header, runtime);
  const replies = emitReplyValidators(document, header, runtime);
  const ids = emitIds(document, header, runtime);
  const files = {
    'openapi.json': `${JSON.stringify(published(document, readProblems(root)), null, 1)}\n`,
    'types.ts': await emitTypes(document, header, runtime),
    'validate.js': input.js,
    'validate.d.ts': input.dts,
    'validate-replies.js': replies.js,
    'validate-replies.d.ts': replies.dts,
    'routes.ts': emitRoutes(document, header, runtime),
    'problems.ts': emitProblems(document, header, runtime),
    'states.ts': emitStates(document, header, runtime),
    'limits.ts': emitLimits(document, header),
    ...(ids === undefined ? {} : { 'ids.ts': ids }),
    'server.ts': emitServer(document, header, runtime),
    'client.ts': emitClient(document, header, runtime),
  };
  const folder = posix.join('generated', document.name);
  return {
    files: new Map(Object.entries(files).map(([name, content]) => [posix.join(folder, name), content])),
    notes: document.bundle.notes,
  };
}
