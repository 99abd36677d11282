// The first job with what every release of the package has; its one line of JSON is the same with each client and
// service.
import {
  connect,
  items,
  listIndices,
  loginUser,
  ProblemError,
  unwrap,
  uploadFile,
  waitForJob,
} from '@covenant/analytics';

const { COVENANT_URL: baseUrl = '', COVENANT_EMAIL: email = '', COVENANT_PASSWORD: password = '' } = process.env;
const { access_token: token } = unwrap(await loginUser(connect({ baseUrl }), { body: { email, password } }));
const asked: string[] = [];
const client = connect({ baseUrl, token, timeoutMs: 60_000, onRequest: ({ operation }) => void asked.push(operation) });

const file = new Blob(['period_start,brand,units_sold\n2026-09,Toyota,41\n2026-10,Toyota,38\n']);
const form = { dealer_id: 'fjordbil-oslo', period: '2026-09/2026-10', file };
const { job_id } = unwrap(await uploadFile(client, { form }));
const { status, progress } = await waitForJob(client, { path: { id: job_id } });

const indices: unknown[] = [];
for await (const { date, units } of items(listIndices, client, { query: { brand_id: 'toyota', limit: 1 } }))
  indices.push([date, units]);
const pages = asked.filter((operation) => operation === 'listIndices').length;

const refused = await uploadFile(client, { form: { ...form, dealer_id: 'fjordbil-bergen' } });
const problem = refused.status === 403 ? new ProblemError(refused.problem) : undefined;
console.log(JSON.stringify({ status, progress, indices, pages, problem: [refused.status, problem?.slug] }));
