// What a teacher does with what every release of the package has; its one line of JSON is the same with each client and
// service.
import { connect, getLab, items, listLabs, ProblemError, unwrap, uploadLab } from '@covenant/platform';

const { COVENANT_URL: baseUrl = '', COVENANT_TOKEN: token = '' } = process.env;
const asked: string[] = [];
const client = connect({ baseUrl, token, timeoutMs: 60_000, onRequest: ({ operation }) => void asked.push(operation) });

const uploaded: string[] = [];
for (const lab_id of ['first-shell', 'second-shell']) {
  const yaml = `lab_id: ${lab_id}\nname: A shell\ncontainers: {main: {image: '{registry_url}/covenant/labs/shell:v1.0'}}\n`;
  const form = { file: new Blob([yaml], { type: 'application/yaml' }) };
  uploaded.push(unwrap(await uploadLab(client, { form })).lab_id);
}

const labs: unknown[] = [];
for await (const { lab_id, name } of items(listLabs, client, { query: { limit: 1 } })) labs.push([lab_id, name]);
const pages = asked.filter((operation) => operation === 'listLabs').length;

const refused = await getLab(client, { path: { id: 'no-such-lab' } });
const problem = refused.status === 404 ? new ProblemError(refused.problem) : undefined;
console.log(JSON.stringify({ uploaded, labs, pages, problem: [refused.status, problem?.slug] }));
