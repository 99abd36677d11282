// One request in curl, TypeScript and Python. `BASE_URL`, `TOKEN`, `CLIENT_ID` and `CLIENT_SECRET` come from the environment; nothing else is assumed but fetch and requests.
import type { Body, Example, Operation } from '../operations.ts';
import { requestOf } from './request.ts';
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
  return [
    { language: 'bash', label: 'curl', code: curl(request) },
    { language: 'typescript', label: 'TypeScript', code: typescript(request) },
    { language: 'python', label: 'Python', code: python(request) },
  ];
}
