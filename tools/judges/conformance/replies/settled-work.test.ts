// What a run waits for before it asks on.
import test from 'ava';
import { readContract } from '../contract/document.ts';
import { documentOf } from '../endpoints.ts';
import { prerequisitesOf } from '../prerequisites.ts';
import type { Wire } from '../requests/wire.ts';
import { type Question, session } from '../session.ts';
import { startedJobs } from './settled-work.ts';

test('startedJobs waits until each job that an answer has started has a final status', async (t) => {
  const sent: string[] = [];
  const statuses = ['queued', 'loading', 'succeeded'];
  const answers = (path: string) =>
    path === '/api/v1/ingest/deletions'
      ? { status: 202, value: { job_id: 'j1', status: 'queued' } }
      : { status: 200, value: { job_id: 'j1', status: statuses[sent.length - 2] } };
  const wire: Pick<Wire, 'send'> = {
    async send({ method, path }) {
      sent.push(`${method} ${path}`);
      const { status, value } = answers(path);
      return { method, status, headers: {}, body: Buffer.from(JSON.stringify(value)) };
    },
  };
  const contract = readContract(documentOf('analytics'));
  const run = session(contract, {}, [], 'http://service.example/api/v1', wire as Wire);
  const deletePeriod = contract.operations.find(({ id }) => id === 'deletePeriod');
  const request = { method: 'POST', path: '/api/v1/ingest/deletions', headers: {} };
  await run.ask({ check: 'example', asked: 'an example', operation: deletePeriod, request } as Question);
  const known = prerequisitesOf(run);
  await startedJobs(run, known);
  await startedJobs(run, known);
  t.deepEqual(sent, ['POST /api/v1/ingest/deletions', ...statuses.map(() => 'GET /api/v1/ingest/jobs/j1')]);
});
