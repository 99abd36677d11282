// One request in curl, TypeScript, Python and, where it has a command, on the command line. `BASE_URL`, `TOKEN`,
// `CLIENT_ID` and `CLIENT_SECRET` come from the environment, `covenant` has a login; nothing else is assumed but fetch
// and requests.
import type { Body, Example, Operation } from '../../../contract/model/operations.ts';
import { requestOf } from './request.ts';
import { commandLine } from './snippet-command-line.ts';
import { curl } from './snippet-curl.ts';
import { python } from './snippet-python.ts';
import { typescript } from './snippet-typescript.ts';

export interface Snippet {
  readonly language: string;
  readonly label: string;
  readonly code: string;
}

export function snippetsOf(
  operation: Operation,
  body: Body | undefined,
  example: Example | undefined,
): readonly Snippet[] {
  const request = requestOf(operation, body, example);
  const command = commandLine(operation, request);
  return [
    { language: 'bash', label: 'curl', code: curl(request) },
    { language: 'typescript', label: 'TypeScript', code: typescript(request) },
    { language: 'python', label: 'Python', code: python(request) },
    ...(command === undefined ? [] : [{ language: 'sh', label: 'covenant', code: command }]),
  ];
}
