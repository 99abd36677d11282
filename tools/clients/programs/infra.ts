import { connect, items, listInstances } from '@covenant/infra';

const { COVENANT_URL: baseUrl = '', COVENANT_TOKEN: token = '' } = process.env;
const client = connect({ baseUrl, token, timeoutMs: 30_000 });

for await (const { instance_id, state } of items(listInstances, client, {})) console.log(instance_id, state);
console.log('That is all of them.');
