// Generated from spec/lab/asyncapi.yaml by npm run generate; do not edit.
import type { SharedMessage } from '../runtime/messages/message.ts';
import { messages } from './messages.ts';
import type { LabStatus } from './payloads.ts';
import * as validate from './validate-messages.js';

export interface SharedPayloads {
  readonly 'lab.status': LabStatus;
}

/** Receivers accept fields that they do not know yet, senders do not send them. */
export const sharedMessages: { readonly [Name in keyof SharedPayloads]: SharedMessage<SharedPayloads[Name]> } = {
  'lab.status': {
    exchange: 'lab.events',
    candidate: { name: 'lab.status', type: 'LabStatus', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.LabStatusOpen },
    compose: messages.labStatus,
  },
};
