// Generated from spec/analytics/asyncapi.yaml by npm run generate; do not edit.
import type { Validator } from '../runtime/formats.ts';
import type { AuthRefreshTokenReused, IngestJobFinished, MessageHeaders, SubscriptionChanged } from './payloads.ts';

export declare const AuthRefreshTokenReused: Validator<AuthRefreshTokenReused>;
export declare const AuthRefreshTokenReusedOpen: Validator<AuthRefreshTokenReused>;
export declare const IngestJobFinished: Validator<IngestJobFinished>;
export declare const IngestJobFinishedOpen: Validator<IngestJobFinished>;
export declare const MessageHeaders: Validator<MessageHeaders>;
export declare const MessageHeadersOpen: Validator<MessageHeaders>;
export declare const SubscriptionChanged: Validator<SubscriptionChanged>;
export declare const SubscriptionChangedOpen: Validator<SubscriptionChanged>;
