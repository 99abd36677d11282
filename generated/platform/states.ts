// Generated from spec/platform/openapi.yaml by tools/generate.ts; do not edit.
export { canMove, isFinal } from '../runtime/states.ts';

