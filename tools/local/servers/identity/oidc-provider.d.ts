// The part of oidc-provider that is used here; the package has no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type AdapterPayload = Record<string, unknown> & {
    grantId?: string;
    uid?: string;
    userCode?: string;
    jti?: string;
  };
  export interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<AdapterPayload | undefined>;
    findByUid(uid: string): Promise<AdapterPayload | undefined>;
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }
  export type Client = {
    readonly clientId: string;
    readonly [extra: string]: unknown;
    grantTypeAllowed(type: string): boolean;
  };
  export type Account = { readonly accountId: string; claims(): Promise<Record<string, unknown>> };
  export type Context = {
    body: unknown;
    status: number;
    set(name: string, value: string): void;
    readonly req: IncomingMessage;
    readonly oidc: {
      readonly client: Client;
      readonly params: Readonly<Record<string, string | undefined>>;
      readonly session?: { readonly accountId?: string };
      entity(name: string, value: unknown): void;
    };
  };
  export interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }
  export interface Token {
    resourceServer?: unknown;
    scope?: string;
    readonly expiration: number;
    readonly tokenType: string;
    save(): Promise<string>;
  }
  export type Interaction = {
    readonly uid: string;
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, unknown>>;
    /** The code of the device flow, whose code the user has confirmed before. */
    readonly deviceCode?: string;
  };
  export const errors: {
    readonly CustomOIDCProviderError: new (code: string, description: string) => Error;
    readonly SessionNotFound: new (description: string) => Error;
  };

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    proxy: boolean;
    readonly Grant: new (facts: {
      clientId: string;
      accountId: string;
    }) => Grant;
    readonly AccessToken: new (
      facts: Readonly<Record<string, unknown>>,
    ) => Token;
    readonly RefreshToken: new (
      facts: Readonly<Record<string, unknown>>,
    ) => Token;
    readonly ResourceServer: new (
      resource: string,
      facts: Readonly<Record<string, unknown>>,
    ) => unknown;
    registerGrantType(
      name: string,
      handler: (ctx: Context) => Promise<void>,
      parameters: readonly string[],
      duplicates: readonly string[],
    ): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>;
    on(event: 'server_error', listener: (ctx: Context, error: Error) => void): this;
  }
}
