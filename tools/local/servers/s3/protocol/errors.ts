// The refusals of the S3 protocol: code, status and standard sentence.

const catalogue = {
  AccessControlListNotSupported: [400, 'The bucket does not allow ACLs.'],
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  AuthorizationQueryParametersError: [400, 'The authorization query parameters that you provided are not valid.'],
  BadDigest: [400, 'The Content-MD5 or checksum value that you specified did not match what the server received.'],
  BucketAlreadyOwnedByYou: [409, 'The bucket that you tried to create already exists, and you own it.'],
  BucketNotEmpty: [409, 'The bucket that you tried to delete is not empty.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed object size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed object size.'],
  IllegalLocationConstraintException: [400, 'The location constraint is not the region of this server.'],
  IllegalVersioningConfigurationException: [400, 'The versioning configuration is not valid.'],
  IncompleteBody: [400, 'You did not provide the number of bytes specified by the Content-Length HTTP header.'],
  InternalError: [500, 'An internal error occurred. Try again.'],
  InvalidAccessKeyId: [403, 'The access key ID that you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid argument.'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidChunkSizeError: [400, 'A chunk of the body is malformed.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum value that you specified is not valid.'],
  InvalidPart: [400, 'One or more of the specified parts could not be found, or its ETag or checksum did not match.'],
  InvalidPartNumber: [416, 'The requested part number is not satisfiable.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidRange: [416, 'The requested range cannot be satisfied.'],
  InvalidRequest: [400, 'The request is not valid.'],
  InvalidStorageClass: [400, 'The storage class that you specified is not valid.'],
  InvalidToken: [400, 'The provided token is malformed or otherwise not valid.'],
  InvalidURI: [400, 'The specified URI could not be parsed.'],
  KeyTooLongError: [400, 'Your key is too long.'],
  MalformedTrailerError: [400, 'The request contained trailing data that was not well-formed.'],
  MalformedXML: [
    400,
    'The XML that you provided was not well formed or did not validate against our published schema.',
  ],
  MaxMessageLengthExceeded: [400, 'Your request was too large.'],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [404, 'The specified multipart upload does not exist; it may have been aborted or completed.'],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NotImplemented: [
    501,
    'A header or a query parameter that you provided implies functionality that is not implemented.',
  ],
  PreconditionFailed: [412, 'At least one of the preconditions that you specified did not hold.'],
  RequestTimeTooSkewed: [403, "The difference between the request time and the server's time is too large."],
  SignatureDoesNotMatch: [403, 'The request signature that we calculated does not match the signature you provided.'],
  // Not a code of AWS, which never fills up; clients see a 5xx and may try later.
  StorageFull: [507, 'The disk of the server is full.'],
  XAmzContentSHA256Mismatch: [400, 'The provided x-amz-content-sha256 header does not match what was computed.'],
} as const satisfies Record<string, readonly [number, string]>;

export type Code = keyof typeof catalogue;

type Extra = {
  message?: string;
  /** Elements that some codes add to the document, such as Region or Condition. */
  detail?: Record<string, string>;
  headers?: Record<string, string>;
};

export class S3Error extends Error {
  readonly code: Code;
  readonly status: number;
  readonly detail: Record<string, string>;
  readonly headers: Record<string, string>;

  constructor(code: Code, { message, detail = {}, headers = {} }: Extra = {}) {
    super(message ?? catalogue[code][1]);
    this.code = code;
    this.status = catalogue[code][0];
    this.detail = detail;
    this.headers = headers;
  }
}

/** The error for a code; a string is short for its message. */
export const refusal = (code: Code, extra: Extra | string = {}): S3Error =>
  new S3Error(code, typeof extra === 'string' ? { message: extra } : extra);

/** What the client gets to know about a fault in our code. */
export function asRefusal(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const full = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return refusal(full ? 'StorageFull' : 'InternalError');
}
