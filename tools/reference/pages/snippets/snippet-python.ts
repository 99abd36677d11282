// A request with the requests library.
import type { Json } from '../../../contract/json.ts';
import { queryOf, type Request, type RequestBody } from './request.ts';

export function python(request: Request): string {
  const { credential, headers, body } = request;
  const fields = [
    ...(credential === 'bearer' ? [`"Authorization": f"Bearer {os.environ['TOKEN']}"`] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(request.hasKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(body?.kind === 'text' ? [`"Content-Type": ${JSON.stringify(body.mediaType)}`] : []),
  ];
  const args = [
    `f"{os.environ['BASE_URL']}${request.path}${queryOf(request)}"`,
    ...(fields.length === 0 ? [] : [`headers={\n        ${fields.join(',\n        ')},\n    }`]),
    ...(credential === 'client' ? ["auth=(os.environ['CLIENT_ID'], os.environ['CLIENT_SECRET'])"] : []),
    ...(body === undefined ? [] : bodyOf(body)),
  ];
  const call = `requests.${request.method.toLowerCase()}(\n    ${args.join(',\n    ')},\n)`;
  return `import os\n${request.hasKey ? 'import uuid\n' : ''}import requests\n\nresponse = ${call}\nprint(response.status_code, response.text)`;
}

function bodyOf(body: RequestBody): readonly string[] {
  switch (body.kind) {
    case 'json':
      return [`json=${literal(body.value)}`];
    case 'form':
      return [`data=${literal(Object.fromEntries(body.fields))}`];
    case 'multipart': {
      const texts = body.fields.filter(({ file }) => file === undefined);
      const files = body.fields.flatMap(({ name, file }) =>
        file === undefined ? [] : [`"${name}": open("${file}", "rb")`],
      );
      return [
        ...(texts.length === 0
          ? []
          : [`data=${literal(Object.fromEntries(texts.map(({ name, value }) => [name, value])))}`]),
        ...(files.length === 0 ? [] : [`files={${files.join(', ')}}`]),
      ];
    }
    case 'text':
      return [`data=${JSON.stringify(body.text)}`];
  }
}

/** JSON as Python writes it. */
function literal(value: Json, indent = '    '): string {
  const inner = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, indent)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, each]) => `${inner}${JSON.stringify(name)}: ${literal(each as Json, inner)},`,
  );
  return entries.length === 0 ? '{}' : `{\n${entries.join('\n')}\n${indent}}`;
}
