// Generated from spec/platform/asyncapi.yaml by npm run generate; do not edit.

export const liveSocket = {
  path: '/api/v1/live',
  maxBytes: 4096,
  pingEveryMs: 30000,
  quota: { frames: 120, windowMs: 60000 },
  closes: {
    session_ended: { code: 4401, reason: 'the session has ended; log in again' },
    foreign_origin: { code: 4403, reason: 'the origin is not allowed' },
    silent: { code: 4408, reason: 'no resume within ten seconds' },
    too_many_connections: { code: 4409, reason: 'too many connections of one user' },
    too_large: { code: 4413, reason: 'a message can have at most 4096 bytes' },
    invalid_message: { code: 4422, reason: 'the message is not a resume' },
    too_many_messages: { code: 4429, reason: 'at most 120 messages in 60 s' },
    restart: { code: 1012, reason: 'the server is restarting; reconnect' },
  },
} as const;
