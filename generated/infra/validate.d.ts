// Generated from spec/infra/openapi.yaml by npm run generate; do not edit.
import type { Validator } from '../runtime/formats.ts';

export declare const deployLab_headers: Validator<unknown>;
export declare const deployLab_json: Validator<unknown>;
export declare const deleteLab_headers: Validator<unknown>;
export declare const deleteLab_json: Validator<unknown>;
export declare const restartLab_headers: Validator<unknown>;
export declare const restartLab_json: Validator<unknown>;
export declare const restoreVolume_headers: Validator<unknown>;
export declare const restoreVolume_json: Validator<unknown>;
export declare const listDeployments_query: Validator<unknown>;
export declare const getDeployment_path: Validator<unknown>;
export declare const getDeployment_headers: Validator<unknown>;
export declare const listInstances_query: Validator<unknown>;
export declare const getInstance_path: Validator<unknown>;
export declare const getInstance_headers: Validator<unknown>;
export declare const listChanges_query: Validator<unknown>;
export declare const getAccess_path: Validator<unknown>;
export declare const getAccess_query: Validator<unknown>;
export declare const getAccess_headers: Validator<unknown>;
export declare const rotateAccess_path: Validator<unknown>;
export declare const rotateAccess_headers: Validator<unknown>;
export declare const rotateAccess_json: Validator<unknown>;
export declare const listVolumes_query: Validator<unknown>;
export declare const releaseSweep_json: Validator<unknown>;
