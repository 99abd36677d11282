// A JSON document of another server, read no further than it may be long.

/** Throws on a body that is longer or no JSON. */
export async function limitedJson({ body }: Response, mostBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > mostBytes) throw new Error(`its answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
