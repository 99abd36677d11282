// Generated from spec/infra/openapi.yaml by npm run generate; do not edit.
import type { Validator } from '../runtime/formats.ts';

export declare const deployLab_202: Validator<unknown>;
export declare const deleteLab_202: Validator<unknown>;
export declare const restartLab_202: Validator<unknown>;
export declare const restoreVolume_202: Validator<unknown>;
export declare const listDeployments_200: Validator<unknown>;
export declare const getDeployment_200: Validator<unknown>;
export declare const listInstances_200: Validator<unknown>;
export declare const getInstance_200: Validator<unknown>;
export declare const listChanges_200: Validator<unknown>;
export declare const getAccess_200: Validator<unknown>;
export declare const rotateAccess_202: Validator<unknown>;
export declare const listVolumes_200: Validator<unknown>;
export declare const getSweep_200: Validator<unknown>;
export declare const releaseSweep_200: Validator<unknown>;
export declare const getHealth_200: Validator<unknown>;
