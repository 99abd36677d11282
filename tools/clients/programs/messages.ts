import { openMessages } from '@covenant/messages';

const { COVENANT_BROKER_URL: url = '', COVENANT_TEAM: team = 'reporting' } = process.env;
const messages = openMessages({ url, name: `${team}-reader` });

await messages.consume({
  queue: `${team}.ingest`,
  messages: ['ingest.job.finished', 'lab.status'],
  async handle({ name, payload }) {
    if (name === 'lab.status') console.log('lab', payload.lab_id, payload.state);
    else console.log('job', payload.job_id, payload.status);
  },
  onDead: ({ reason, detail }) => console.log('dead', reason, detail),
});
console.log('ready');
process.once('SIGTERM', () => void messages.close());
