// Generated from spec/platform/asyncapi.yaml by npm run generate; do not edit.
import type { Validator } from '../runtime/formats.ts';
import type { ClientMessage, ServerMessage } from './messages.ts';

export declare const ServerMessage: Validator<ServerMessage>;
export declare const ServerMessageOpen: Validator<ServerMessage>;
export declare const ClientMessage: Validator<ClientMessage>;
export declare const ClientMessageOpen: Validator<ClientMessage>;
