// What our OpenAPI documents may contain: every key of every object, and what is below it. All else is refused, never
// skipped.

export type ShapeName = keyof typeof shapes;
/** `verbatim`: copied as it is. `[]`: a list of the kind. `{}`: names to the kind. */
export type Below = 'verbatim' | ShapeName | `${ShapeName}[]` | `${ShapeName}{}`;

const verbatim = 'verbatim';
const textAndExamples = { description: verbatim, example: verbatim, examples: verbatim } as const;

export const shapes = {
  document: {
    openapi: verbatim,
    info: verbatim,
    servers: verbatim,
    tags: verbatim,
    security: verbatim,
    paths: 'pathItem{}',
    components: 'components',
  },
  components: {
    schemas: 'schema{}',
    parameters: 'parameter{}',
    responses: 'response{}',
    headers: 'header{}',
    requestBodies: 'requestBody{}',
    securitySchemes: 'securityScheme{}',
    examples: verbatim,
  },
  securityScheme: {
    type: verbatim,
    scheme: verbatim,
    bearerFormat: verbatim,
    in: verbatim,
    name: verbatim,
    description: verbatim,
  },
  pathItem: {
    get: 'operation',
    put: 'operation',
    post: 'operation',
    patch: 'operation',
    delete: 'operation',
    parameters: 'parameter[]',
    summary: verbatim,
    description: verbatim,
  },
  operation: {
    operationId: verbatim,
    summary: verbatim,
    description: verbatim,
    tags: verbatim,
    security: verbatim,
    deprecated: verbatim,
    externalDocs: verbatim,
    parameters: 'parameter[]',
    requestBody: 'requestBody',
    responses: 'response{}',
  },
  parameter: {
    name: verbatim,
    in: verbatim,
    required: verbatim,
    deprecated: verbatim,
    style: verbatim,
    explode: verbatim,
    schema: 'schema',
    ...textAndExamples,
  },
  requestBody: { description: verbatim, required: verbatim, content: 'media{}' },
  media: { schema: 'schema', encoding: verbatim, ...textAndExamples },
  response: { description: verbatim, headers: 'header{}', content: 'media{}' },
  header: { required: verbatim, deprecated: verbatim, schema: 'schema', ...textAndExamples },
  schema: {
    type: verbatim,
    format: verbatim,
    enum: verbatim,
    const: verbatim,
    default: verbatim,
    title: verbatim,
    description: verbatim,
    examples: verbatim,
    deprecated: verbatim,
    readOnly: verbatim,
    properties: 'schema{}',
    required: verbatim,
    additionalProperties: 'schema',
    items: 'schema',
    minItems: verbatim,
    maxItems: verbatim,
    uniqueItems: verbatim,
    minLength: verbatim,
    maxLength: verbatim,
    pattern: verbatim,
    minimum: verbatim,
    maximum: verbatim,
    exclusiveMinimum: verbatim,
    exclusiveMaximum: verbatim,
    multipleOf: verbatim,
    oneOf: 'schema[]',
    anyOf: 'schema[]',
    allOf: 'schema[]',
  },
} as const satisfies Record<string, Record<string, string>>;

const instead: Readonly<Record<string, string>> = {
  allowReserved: 'leave it out, since reserved characters are percent-encoded',
  allowEmptyValue: 'leave it out, and let the schema allow an empty string',
  content: 'give the parameter a schema with one type, since it is written as text',
};

/** What to do about a key that is not supported. */
export const insteadOf = (key: string): string => (instead[key] === undefined ? '' : `; ${instead[key]}`);

/** Notes among those who write the contracts: the published documents are without them. */
export const internalExtensions = new Set([
  'x-decision',
  'x-emits',
  'x-no-fault',
  'x-no-idempotency',
  'x-open-request',
  'x-unpaged',
]);

/** Extensions that the generator reads, or that other tools and readers do. */
export const extensions = new Set([
  'x-brand',
  'x-complete',
  'x-conditional',
  'x-decimals',
  'x-decision',
  'x-defaults',
  'x-deadlines',
  'x-deprecation',
  'x-document',
  'x-package',
  'x-emits',
  'x-error-codes',
  'x-idempotency',
  'x-job',
  'x-limits',
  'x-no-fault',
  'x-no-idempotency',
  'x-message',
  'x-open-enum',
  'x-open-request',
  'x-page',
  'x-planned',
  'x-problems',
  'x-rate-limit',
  'x-rate-limits',
  'x-roles',
  'x-secret',
  'x-states',
  'x-unpaged',
]);
