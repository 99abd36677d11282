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
const client = connect({ baseUrl, token, timeoutMs: 60_000 });

const file = new Blob(['period_start,brand,region,model_family,units_sold\n2026-09,Toyota,Oslo,Corolla,41\n']);
const form = { dealer_id: 'fjordbil-oslo', period: '2026-09', file };
const { job_id } = unwrap(
  await uploadFile(
    client,
    { form },
    { onProgress: ({ sent, total }) => console.log(`sent ${sent} of ${total} bytes`) },
  ),
);
const job = await waitForJob(
  client,
  { path: { id: job_id } },
  { onProgress: ({ progress }) => console.log(`${progress} %`) },
);
if (job.status !== 'succeeded') throw new Error(`The job ${job.status}.`);

for await (const { date, units } of items(listIndices, client, { query: { brand_id: 'toyota' } }))
  console.log(date, units);

try {
  unwrap(await uploadFile(client, { form: { ...form, period: '2026-13' } }));
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  console.log(error.slug, error.message);
}
