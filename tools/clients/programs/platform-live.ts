import { connect, LiveEnded, type LiveInstance, liveUpdates } from '@covenant/platform';

const { COVENANT_URL: baseUrl = '', COVENANT_TOKEN: token = '', COVENANT_ORIGIN: origin } = process.env;
const client = connect({ baseUrl, token });
const lab = 'net-intro';

const instances = new Map<string, LiveInstance>();
try {
  for await (const update of liveUpdates(client, origin ? { origin } : {})) {
    if (update.type === 'notice') {
      console.log(update.message);
      continue;
    }
    if (update.type === 'snapshot') instances.clear();
    for (const each of update.instances) {
      instances.set(each.instance_id, each);
      if (each.lab_id === lab) console.log(each.student_id, each.state);
    }
    const states = [...instances.values()].filter(({ lab_id }) => lab_id === lab).map(({ state }) => state);
    if (states.length > 0 && states.every((state) => state === 'running')) break;
  }
} catch (error) {
  if (!(error instanceof LiveEnded)) throw error;
  console.log('ended:', error.why);
}
