import { connect, listIndices, loginUser, streamOf, unwrap } from '@covenant/analytics';

const { COVENANT_URL: baseUrl = '', COVENANT_EMAIL: email = '', COVENANT_PASSWORD: password = '' } = process.env;
const { access_token: token } = unwrap(await loginUser(connect({ baseUrl }), { body: { email, password } }));
const client = connect({ baseUrl, token, timeoutMs: 60_000 });

const query = { brand_id: 'toyota', fields: ['date', 'units'] } as const;
const csv = unwrap(await streamOf(listIndices, client, { query }, { accept: 'text/csv' }));
console.log(await new Response(csv).text());

const result = await streamOf(listIndices, client, { query }, { accept: 'application/x-ndjson' });
for await (const { date, units } of unwrap(result)) console.log(date, units);
