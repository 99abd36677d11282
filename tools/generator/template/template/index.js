// What @asyncapi/generator writes for one AMQP document. Payload types and validators beside it: ../../messages.ts.
import { File } from '@asyncapi/generator-react-sdk';
import { channelFacts } from '../components/facts.js';
import { Messages } from '../components/Messages.js';
import { Topology } from '../components/Topology.js';

export default function ({ asyncapi, params }) {
  const facts = { header: params.header, channels: channelFacts(asyncapi) };
  return [
    <File name="topology.ts">
      <Topology {...facts} />
    </File>,
    <File name="messages.ts">
      <Messages {...facts} />
    </File>,
  ];
}
