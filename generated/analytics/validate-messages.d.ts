// Generated from spec/analytics/asyncapi.yaml by npm run generate; do not edit.
import type { Validator } from '../runtime/formats.ts';
import type { AuthRefreshTokenReused, ForecastPublished, IndicesRevised, IngestJobFinished, MessageHeaders, SessionRevoked, SubscriptionChanged, WebhookDisabled } from './payloads.ts';

export declare const AuthRefreshTokenReused: Validator<AuthRefreshTokenReused>;
export declare const AuthRefreshTokenReusedOpen: Validator<AuthRefreshTokenReused>;
export declare const ForecastPublished: Validator<ForecastPublished>;
export declare const ForecastPublishedOpen: Validator<ForecastPublished>;
export declare const IndicesRevised: Validator<IndicesRevised>;
export declare const IndicesRevisedOpen: Validator<IndicesRevised>;
export declare const IngestJobFinished: Validator<IngestJobFinished>;
export declare const IngestJobFinishedOpen: Validator<IngestJobFinished>;
export declare const MessageHeaders: Validator<MessageHeaders>;
export declare const MessageHeadersOpen: Validator<MessageHeaders>;
export declare const SessionRevoked: Validator<SessionRevoked>;
export declare const SessionRevokedOpen: Validator<SessionRevoked>;
export declare const SubscriptionChanged: Validator<SubscriptionChanged>;
export declare const SubscriptionChangedOpen: Validator<SubscriptionChanged>;
export declare const WebhookDisabled: Validator<WebhookDisabled>;
export declare const WebhookDisabledOpen: Validator<WebhookDisabled>;
