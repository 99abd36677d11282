// A request with fetch.
import { queryOf, type Request, type RequestBody } from './request.ts';

export function typescript(request: Request): string {
  const { method, body } = request;
  const files = body?.kind === 'multipart' ? multipart(body) : '';
  const headers = headersOf(request);
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map((line) => `    ${line},`), '  },']),
    ...(body === undefined ? [] : [`  body: ${bodyOf(body)},`]),
  ];
  const url = `\`${variable('BASE_URL')}${request.path}${queryOf(request)}\``;
  const call = options.length === 0 ? `fetch(${url})` : `fetch(${url}, {\n${options.join('\n')}\n})`;
  return `${files}const response = await ${call};\nconsole.log(response.status, await response.text());`;
}

function headersOf({ credential, headers, hasKey, body }: Request): readonly string[] {
  const client = `\`Basic \${btoa(\`${variable('CLIENT_ID')}:${variable('CLIENT_SECRET')}\`)}\``;
  return [
    ...(credential === 'bearer' ? [`Authorization: \`Bearer ${variable('TOKEN')}\``] : []),
    ...(credential === 'client' ? [`Authorization: ${client}`] : []),
    ...headers.map(([name, value]) => `${/^[A-Za-z]+$/.test(name) ? name : literal(name)}: ${literal(value)}`),
    ...(hasKey ? ["'Idempotency-Key': crypto.randomUUID()"] : []),
    ...(body?.kind === 'json' || body?.kind === 'text' ? [`'Content-Type': ${literal(body.mediaType)}`] : []),
  ];
}

function bodyOf(body: RequestBody): string {
  switch (body.kind) {
    case 'json':
      return `JSON.stringify(${JSON.stringify(body.value, null, 2)
        .replaceAll(/"([A-Za-z_]\w*)":/g, '$1:')
        .replaceAll('\n', '\n  ')})`;
    case 'form':
      return `new URLSearchParams({\n${body.fields.map(([name, value]) => `    ${name}: ${literal(value)},`).join('\n')}\n  })`;
    case 'multipart':
      return 'form';
    case 'text':
      return literal(body.text);
  }
}

function multipart({ fields }: Extract<RequestBody, { kind: 'multipart' }>): string {
  const lines = fields.map(({ name, value, file }) =>
    file === undefined
      ? `form.set('${name}', ${literal(value)});`
      : `form.set('${name}', await openAsBlob('${file}'), '${file}');`,
  );
  const imports = fields.some(({ file }) => file !== undefined) ? "import { openAsBlob } from 'node:fs';\n\n" : '';
  return `${imports}const form = new FormData();\n${lines.join('\n')}\n\n`;
}

const literal = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

const variable = (name: string): string => `\${process.env.${name}}`;
