// All rules beside Redocly's, in the order of the written conventions.

import type { Rule } from './rule.ts';
import { documentRules } from './rules/documents.ts';
import { exampleRules } from './rules/examples.ts';
import { messageRules } from './rules/messages.ts';
import { operationRules } from './rules/operations.ts';
import { protocolRules } from './rules/protocol.ts';
import { replyRules } from './rules/replies.ts';
import { schemaRules } from './rules/schemas.ts';

export const rules: readonly Rule[] = [
  ...documentRules,
  ...operationRules,
  ...replyRules,
  ...exampleRules,
  ...protocolRules,
  ...schemaRules,
  ...messageRules,
];
