import { readFileSync } from 'node:fs';
import test from 'ava';
import { definitions } from './definitions.ts';

const contract = JSON.parse(
  readFileSync(new URL('../../../generated/analytics/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly components: { readonly schemas: { readonly NullReason: { readonly examples: readonly string[] } } };
};

test('the contract names each reason for a null, and no others', async (t) => {
  const reply = await definitions().listDefinitions({ unchanged: async () => false } as never);
  const given = 'body' in reply ? (reply.body?.items.flatMap(({ null_reasons }) => null_reasons) ?? []) : [];
  t.deepEqual([...contract.components.schemas.NullReason.examples].sort(), [...new Set<string>(given)].sort());
});
