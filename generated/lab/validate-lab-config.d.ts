// Generated from spec/lab/lab-config.schema.yaml by npm run generate; do not edit.
import type { Validator } from '../runtime/formats.ts';
import type { LabConfig } from './lab-config.ts';

export declare const LabConfig: Validator<LabConfig>;
