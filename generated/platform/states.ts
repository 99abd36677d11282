// Generated from spec/platform/openapi.yaml by npm run generate; do not edit.
export { canMove, isFinal } from '../runtime/states.ts';

