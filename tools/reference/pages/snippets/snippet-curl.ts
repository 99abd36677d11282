// A request with curl.
import { queryOf, type Request, type RequestBody } from './request.ts';

export function curl(request: Request): string {
  const { method, headers, credential, body } = request;
  const lines = [
    `curl${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`} "$BASE_URL${request.path}${queryOf(request)}"`,
    ...(credential === 'bearer' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(credential === 'client' ? ['-u "$CLIENT_ID:$CLIENT_SECRET"'] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(request.hasKey ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(body === undefined ? [] : curlBody(body)),
  ];
  return lines.join(' \\\n  ');
}

function curlBody(body: RequestBody): readonly string[] {
  switch (body.kind) {
    case 'json': {
      const type = body.mediaType === 'application/json' ? [] : [`-H ${quoted(`Content-Type: ${body.mediaType}`)}`];
      return [...type, `--json ${quoted(JSON.stringify(body.value, null, 2))}`];
    }
    case 'form':
      return body.fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
    case 'multipart':
      return body.fields.map(
        ({ name, value, file }) => `-F ${quoted(file === undefined ? `${name}=${value}` : `${name}=@${file}`)}`,
      );
    case 'text':
      return [`-H ${quoted(`Content-Type: ${body.mediaType}`)}`, `--data-binary ${quoted(body.text)}`];
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
