// Generated from spec/lab/asyncapi.yaml by npm run generate; do not edit.
import type { Validator } from '../runtime/formats.ts';
import type { CeleryBody, CeleryHeaders, LabCreate, LabDelete, LabStatus, MessageHeaders, StudentNotification, TeacherNotification } from './payloads.ts';

export declare const CeleryBody: Validator<CeleryBody>;
export declare const CeleryBodyOpen: Validator<CeleryBody>;
export declare const CeleryHeaders: Validator<CeleryHeaders>;
export declare const CeleryHeadersOpen: Validator<CeleryHeaders>;
export declare const LabCreate: Validator<LabCreate>;
export declare const LabCreateOpen: Validator<LabCreate>;
export declare const LabDelete: Validator<LabDelete>;
export declare const LabDeleteOpen: Validator<LabDelete>;
export declare const LabStatus: Validator<LabStatus>;
export declare const LabStatusOpen: Validator<LabStatus>;
export declare const MessageHeaders: Validator<MessageHeaders>;
export declare const MessageHeadersOpen: Validator<MessageHeaders>;
export declare const StudentNotification: Validator<StudentNotification>;
export declare const StudentNotificationOpen: Validator<StudentNotification>;
export declare const TeacherNotification: Validator<TeacherNotification>;
export declare const TeacherNotificationOpen: Validator<TeacherNotification>;
export declare const StudentNotificationStored: Validator<unknown>;
