// Generated from spec/lab/asyncapi.yaml by npm run generate; do not edit.
import { check, compose, decodeAs, standardHeaders, type Consumer, type MessageMeta, type OutboxMessage, type Received } from '../runtime/messages/message.ts';
import type { CeleryBody, CeleryHeaders, LabCreate, LabDelete, LabStatus, MessageHeaders, StudentNotification, TeacherNotification } from './payloads.ts';
import * as validate from './validate-messages.js';

export type * from './payloads.ts';

export const messages = {
  /** Create an instance. The instance's row contains all other data. A message with an older generation than the row is ignored. */
  labCreate: (payload: LabCreate, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'LabCreate', exchange: 'lab.events', routingKey: 'lab.create', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.LabCreate },
    ),
  /** Stop, archive and remove an instance. */
  labDelete: (payload: LabDelete, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'LabDelete', exchange: 'lab.events', routingKey: 'lab.delete', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.LabDelete },
    ),
  /** A change of an instance. Contains the complete state of the instance, so the message with the highest sequence number is current. */
  labStatus: (payload: LabStatus, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'LabStatus', exchange: 'lab.events', routingKey: 'lab.status', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.LabStatus },
    ),
  /** The login data of a lab. One message per student. Each member of a group gets a separate message and password. */
  studentNotification: (payload: Omit<StudentNotification, 'ssh_credentials'>, reference: Readonly<Record<string, unknown>>, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'StudentNotification', exchange: 'notifications', routingKey: 'student.notifications', contentType: 'application/json', ttlMs: 600000, idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.StudentNotificationStored, reference },
    ),
  /** A notice to a teacher. */
  teacherNotification: (payload: TeacherNotification, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'TeacherNotification', exchange: 'notifications', routingKey: 'teacher.notifications', contentType: 'application/json', idHeader: 'message_id' },
      meta,
      { values: standardHeaders(meta, 1), validate: validate.MessageHeaders },
      { value: payload, validate: validate.TeacherNotification },
    ),
  /** A task in Celery's message protocol 2. Also sets the properties content_type application/json, content_encoding utf-8 and correlation_id = id. */
  celeryTask: (payload: CeleryBody, headers: Omit<CeleryHeaders, 'id'>, meta: MessageMeta): OutboxMessage =>
    compose(
      { type: 'CeleryTask', exchange: 'celery', routingKey: 'celery.tasks', contentType: 'application/json', idHeader: 'id' },
      meta,
      { values: headers, validate: validate.CeleryHeaders },
      { value: payload, validate: validate.CeleryBody },
    ),
};

/** Completes at publish what the outbox must not hold. */
export const fill = {
  StudentNotification: (stored: Omit<StudentNotification, 'ssh_credentials'>, secrets: Pick<StudentNotification, 'ssh_credentials'>): StudentNotification =>
    check(validate.StudentNotification, { ...stored, ...secrets }, 'StudentNotification'),
};

export const consumers = {
  labCreate: {
    queue: 'lab.create',
    prefetch: 10,
    attempts: 5,
    deadLetter: { exchange: 'dead-letters', routingKey: 'lab.create.dead' },
    secrets: [],
    decode: (incoming) =>
      decodeAs(
        [
          { name: 'labCreate', type: 'LabCreate', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.LabCreateOpen },
        ],
        incoming,
      ),
  } satisfies Consumer<LabCreateMessage>,
  labDelete: {
    queue: 'lab.delete',
    prefetch: 10,
    attempts: 5,
    deadLetter: { exchange: 'dead-letters', routingKey: 'lab.delete.dead' },
    secrets: [],
    decode: (incoming) =>
      decodeAs(
        [
          { name: 'labDelete', type: 'LabDelete', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.LabDeleteOpen },
        ],
        incoming,
      ),
  } satisfies Consumer<LabDeleteMessage>,
  labStatus: {
    queue: 'lab.status',
    prefetch: 50,
    attempts: 5,
    deadLetter: { exchange: 'dead-letters', routingKey: 'lab.status.dead' },
    secrets: [],
    decode: (incoming) =>
      decodeAs(
        [
          { name: 'labStatus', type: 'LabStatus', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.LabStatusOpen },
        ],
        incoming,
      ),
  } satisfies Consumer<LabStatusMessage>,
  studentNotification: {
    queue: 'student.notifications',
    prefetch: 20,
    attempts: 5,
    deadLetter: { exchange: 'dead-letters', routingKey: 'student.notifications.dead' },
    secrets: ['ssh_credentials'],
    decode: (incoming) =>
      decodeAs(
        [
          { name: 'studentNotification', type: 'StudentNotification', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.StudentNotificationOpen },
        ],
        incoming,
      ),
  } satisfies Consumer<StudentNotificationMessage>,
  teacherNotification: {
    queue: 'teacher.notifications',
    prefetch: 20,
    attempts: 5,
    deadLetter: { exchange: 'dead-letters', routingKey: 'teacher.notifications.dead' },
    secrets: [],
    decode: (incoming) =>
      decodeAs(
        [
          { name: 'teacherNotification', type: 'TeacherNotification', idHeader: 'message_id', headers: validate.MessageHeadersOpen, payload: validate.TeacherNotificationOpen },
        ],
        incoming,
      ),
  } satisfies Consumer<TeacherNotificationMessage>,
  celeryTask: {
    queue: 'celery.tasks',
    prefetch: 1,
    attempts: 5,
    deadLetter: { exchange: 'dead-letters', routingKey: 'celery.tasks.dead' },
    secrets: [],
    decode: (incoming) =>
      decodeAs(
        [
          { name: 'celeryTask', type: 'CeleryTask', idHeader: 'id', headers: validate.CeleryHeadersOpen, payload: validate.CeleryBodyOpen },
        ],
        incoming,
      ),
  } satisfies Consumer<CeleryTaskMessage>,
};

export type LabCreateMessage = Received<'labCreate', LabCreate, MessageHeaders>;

export type LabDeleteMessage = Received<'labDelete', LabDelete, MessageHeaders>;

export type LabStatusMessage = Received<'labStatus', LabStatus, MessageHeaders>;

export type StudentNotificationMessage = Received<'studentNotification', StudentNotification, MessageHeaders>;

export type TeacherNotificationMessage = Received<'teacherNotification', TeacherNotification, MessageHeaders>;

export type CeleryTaskMessage = Received<'celeryTask', CeleryBody, CeleryHeaders>;
