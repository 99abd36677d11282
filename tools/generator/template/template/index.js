// What @asyncapi/generator writes for one document: of the broker, or of a WebSocket. `emit` prints schemas as types and validators, as it does for HTTP.
import { File, Text } from '@asyncapi/generator-react-sdk';
import { channelFacts } from '../components/facts.js';
import { Samples, Shared, sharedMessages } from '../components/Shared.js';
import { Messages } from '../components/Messages.js';
import { payloadNames, schemaFacts } from '../components/schemas.js';
import { Topology } from '../components/Topology.js';

export default function ({ asyncapi, params: { header, emit } }) {
  const isSocket = asyncapi.channels().all().some((channel) => channel.extensions().get('x-socket') !== undefined);
  const files = isSocket ? socketFiles(asyncapi, header, emit) : brokerFiles(asyncapi, header, emit);
  return Object.entries(files).map(([name, content]) => <File name={name}>{content}</File>);
}

function brokerFiles(asyncapi, header, emit) {
  const channels = channelFacts(asyncapi);
  const { messages, schemas } = schemaFacts(asyncapi);
  const { types, js, dts } = emit.payloads({ messages, schemas, header });
  const shared = sharedMessages(channels);
  return {
    ...(shared.length === 0 ? {} : sharedFiles(shared, schemas, header, emit)),
    'topology.ts': <Topology header={header} channels={channels} />,
    'messages.ts': <Messages header={header} channels={channels} />,
    'payloads.ts': <Text>{types}</Text>,
    'validate-messages.js': <Text>{js}</Text>,
    'validate-messages.d.ts': <Text>{dts}</Text>,
  };
}

const sharedFiles = (shared, schemas, header, emit) => ({
  'shared-messages.ts': <Shared header={header} shared={shared} />,
  'samples.ts': <Samples header={header} shared={shared} />,
  'shared_messages.py': <Text>{emit.python({ shared, schemas, header })}</Text>,
});

/** A browser's messages have no broker: types and validators, and one union for each direction. */
function socketFiles(asyncapi, header, emit) {
  const unions = { ServerMessage: payloadNames(asyncapi, 'send'), ClientMessage: payloadNames(asyncapi, 'receive') };
  const { types, js, dts } = emit.unions({ ...schemaFacts(asyncapi), unions, header });
  return {
    'messages.ts': <Text>{types}</Text>,
    'socket.ts': <Text>{emit.socket({ channels: asyncapi.json().channels, header })}</Text>,
    'live.ts': <Text>{emit.follower({ channels: asyncapi.json().channels, header })}</Text>,
    'validate-messages.js': <Text>{js}</Text>,
    'validate-messages.d.ts': <Text>{dts}</Text>,
  };
}
