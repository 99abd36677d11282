// Generated from spec/platform/openapi.yaml by npm run generate; do not edit.
import type { Validator } from '../runtime/formats.ts';

export declare const logOut_200: Validator<unknown>;
export declare const getMe_200: Validator<unknown>;
export declare const listCourses_200: Validator<unknown>;
export declare const createCourse_201: Validator<unknown>;
export declare const getCourse_200: Validator<unknown>;
export declare const listTopics_200: Validator<unknown>;
export declare const getTopic_200: Validator<unknown>;
export declare const listGroups_200: Validator<unknown>;
export declare const getGroup_200: Validator<unknown>;
export declare const listAccessGroups_200: Validator<unknown>;
export declare const getAccessGroup_200: Validator<unknown>;
export declare const listAssignments_200: Validator<unknown>;
export declare const listSubmissions_200: Validator<unknown>;
export declare const createSubmission_201: Validator<unknown>;
export declare const getSubmission_200: Validator<unknown>;
export declare const listLabs_200: Validator<unknown>;
export declare const uploadLab_201: Validator<unknown>;
export declare const getLab_200: Validator<unknown>;
export declare const replaceLabConfig_200: Validator<unknown>;
export declare const startLab_202: Validator<unknown>;
export declare const stopLab_202: Validator<unknown>;
export declare const restartLab_202: Validator<unknown>;
export declare const listLabInstances_200: Validator<unknown>;
export declare const getLabAccess_200: Validator<unknown>;
export declare const rotateLabAccess_202: Validator<unknown>;
export declare const getProgress_200: Validator<unknown>;
