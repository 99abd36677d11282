// The variables of the servers that the services connect to: databases, Redis, the broker and the S3 server.
import { type Definition, served, serving } from './definition.ts';
import * as read from './readers.ts';

const database = read.secretUrl('postgres', 'postgresql');
const broker = read.secretUrl('amqp', 'amqps');

export const connectionVariables = {
  DATABASE_ANALYTICS: {
    reader: database,
    roles: ['analytics', 'ingest', 'relay'],
    text: 'The database `analytics`, as a login role in the group `covenant_app`.',
  },
  DATABASE_PLATFORM: {
    reader: database,
    roles: ['platform'],
    text: 'The database `platform`, as a login role in the group `covenant_app`.',
  },
  DATABASE_INFRASTRUCTURE: {
    reader: database,
    roles: ['infra', 'worker', 'relay'],
    text: 'The database `infrastructure`, as a login role in the group `covenant_app`.',
  },
  DATABASE_ANALYTICS_OWNER: {
    reader: database,
    roles: ['migrate'],
    text: 'The database `analytics`, as its owner, which creates its tables.',
  },
  DATABASE_PLATFORM_OWNER: {
    reader: database,
    roles: ['migrate'],
    text: 'The database `platform`, as its owner, which creates its tables.',
  },
  DATABASE_INFRASTRUCTURE_OWNER: {
    reader: database,
    roles: ['migrate'],
    text: 'The database `infrastructure`, as its owner, which creates its tables.',
  },
  REDIS_URL: {
    reader: read.secretUrl('redis', 'rediss'),
    roles: served,
    text: 'The Redis server, without a database number. Database 0 is the cache, 1 contains sessions, and 3 counts requests.',
  },
  BROKER_URL_ANALYTICS: {
    reader: broker,
    roles: ['relay'],
    text: 'The broker, with the account of the analytics API.',
  },
  BROKER_URL_PLATFORM: {
    reader: broker,
    roles: ['platform'],
    text: 'The broker, with the account of Backend Platform.',
  },
  BROKER_URL_INFRA: {
    reader: broker,
    roles: ['relay'],
    text: 'The broker, with the account of Backend Infrastructure.',
  },
  BROKER_URL_WORKER: { reader: broker, roles: ['worker'], text: 'The broker, with the account of the task worker.' },
  OBJECTS_ENDPOINT: { reader: read.url, roles: serving, text: 'The S3 server. Buckets are addressed in path style.' },
  OBJECTS_REGION: { reader: read.name, roles: serving, text: 'The region for request signatures.' },
  OBJECTS_ACCESS_KEY: {
    reader: read.name,
    roles: [],
    text: 'The access key id of every service without a separate one in the variables below. Required by the roles of such a service.',
  },
  OBJECTS_SECRET_KEY: { reader: read.secret, roles: [], text: 'Its secret access key.' },
  OBJECTS_ACCESS_KEY_ANALYTICS: {
    reader: read.name,
    roles: [],
    text: 'The access key id of the analytics API, used by the roles `analytics`, `ingest` and `relay`.',
  },
  OBJECTS_SECRET_KEY_ANALYTICS: { reader: read.secret, roles: [], text: 'Its secret access key.' },
  OBJECTS_ACCESS_KEY_PLATFORM: { reader: read.name, roles: [], text: 'The access key id of Backend Platform.' },
  OBJECTS_SECRET_KEY_PLATFORM: { reader: read.secret, roles: [], text: 'Its secret access key.' },
  OBJECTS_ACCESS_KEY_INFRA: { reader: read.name, roles: [], text: 'The access key id of Backend Infrastructure.' },
  OBJECTS_SECRET_KEY_INFRA: { reader: read.secret, roles: [], text: 'Its secret access key.' },
  OBJECTS_ACCESS_KEY_WORKER: { reader: read.name, roles: [], text: 'The access key id of the task worker.' },
  OBJECTS_SECRET_KEY_WORKER: { reader: read.secret, roles: [], text: 'Its secret access key.' },
} as const satisfies Record<string, Definition>;
