// What a rule about channels is.

import type { Finding } from '../finding.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import type { Channel } from './channel.ts';

export type ChannelRule = {
  readonly id: string;
  readonly reason: string;
  readonly compare: (before: Channel, after: Channel, schemas: SchemaComparer) => Finding[];
};
