import { connect, items, listLabs, unwrap, uploadLab } from '@covenant/platform';

const { COVENANT_URL: baseUrl = '', COVENANT_TOKEN: token = '' } = process.env;
const client = connect({ baseUrl, token, timeoutMs: 60_000 });

const yaml = `lab_id: net-intro
name: Networks, a first look
containers: {main: {image: '{registry_url}/covenant/labs/shell:v1.0'}}
`;
const form = { file: new Blob([yaml], { type: 'application/yaml' }) };
const uploaded = await uploadLab(client, { form });
if (uploaded.status === 409) console.log(uploaded.problem.detail);
else console.log('uploaded', unwrap(uploaded).lab_id);

for await (const { lab_id, name } of items(listLabs, client, {})) console.log(lab_id, name);
