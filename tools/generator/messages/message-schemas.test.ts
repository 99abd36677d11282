import test from 'ava';
import { messageSchemas } from './message-schemas.ts';

test('the name of a schema ends with its version once, also where the address has it', (t) => {
  const value = {
    channels: Object.fromEntries(
      ['lab.status', 'lab.status.v2'].map((address, n) => [
        `channel${n}`,
        { address, bindings: { amqp: {} }, messages: { Status: { $ref: `#/components/messages/Status${n + 1}` } } },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        [1, 2].map((version) => [
          `Status${version}`,
          {
            headers: { properties: { schema_version: { const: version } } },
            payload: { $ref: '#/components/schemas/Status' },
          },
        ]),
      ),
      schemas: { Status: { type: 'object' } },
    },
  };
  const names = messageSchemas({ id: 'lab', title: 'Lab', value }).map(({ name }) => name);
  t.deepEqual(names, ['lab.status.v1', 'lab.status.v2']);
});
