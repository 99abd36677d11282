// Runs the S3 server as a process. Arguments: --dir FOLDER [--port N] [--region NAME] [--bucket NAME[:versioned]]...
// The administrator's key pair comes from S3_ACCESS_KEY and S3_SECRET_KEY, keys for some buckets from S3_LIMITED_KEYS,
// a JSON list of credentials: other users of the machine can read arguments, but not the environment.
import { parseArgs } from 'node:util';
import { surviveLostOutput } from '../../../../services/lib/log.ts';
import { onStopRequest } from '../processes/threads.ts';
import type { Credential } from './protocol/signature.ts';
import { startS3 } from './server.ts';

surviveLostOutput();

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '0' },
    region: { type: 'string', default: 'us-east-1' },
    bucket: { type: 'string', multiple: true, default: [] },
  },
});
const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_LIMITED_KEYS: limited = '[]' } = process.env;
if (!values.dir) fail('--dir is missing: the folder for the objects.');
if (!accessKey || !secretKey) fail('S3_ACCESS_KEY and S3_SECRET_KEY must be set.');

const server = await startS3({
  dir: values.dir,
  host: values.host,
  port: Number(values.port),
  region: values.region,
  credentials: [
    { accessKey, secretKey },
    ...(JSON.parse(limited) as readonly (Credential & Required<Pick<Credential, 'buckets'>>)[]),
  ],
  buckets: values.bucket.map((text) => {
    const [name = '', option] = text.split(':');
    if (option !== undefined && option !== 'versioned')
      fail(`--bucket ${text}: only ":versioned" may follow the name.`);
    return { name, versioned: option === 'versioned' };
  }),
}).catch((error: Error) => fail(error.message));

console.log(`ready http://${values.host}:${server.port}`);
onStopRequest(async () => {
  await server.stop();
  process.exit(0);
});

function fail(message: string): never {
  console.error(`s3: ${message}`);
  process.exit(1);
}
