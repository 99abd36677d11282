// Generated from spec/lab/asyncapi.yaml by npm run generate; do not edit.
import type { Account, Topology } from '../runtime/messages/amqp.ts';

export const topology: Topology = {
  exchanges: [
    { name: 'lab.events', type: 'direct', durable: true },
    { name: 'notifications', type: 'direct', durable: true },
    { name: 'celery', type: 'direct', durable: true },
    { name: 'dead-letters', type: 'direct', durable: true },
  ],
  queues: [
    { name: 'lab.create', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'lab.create.dead' }, deliveryLimit: 20 },
    { name: 'lab.create.dead', type: 'quorum', durable: true },
    { name: 'lab.delete', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'lab.delete.dead' }, deliveryLimit: 20 },
    { name: 'lab.delete.dead', type: 'quorum', durable: true },
    { name: 'lab.status', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'lab.status.dead' }, deliveryLimit: 20 },
    { name: 'lab.status.dead', type: 'quorum', durable: true },
    { name: 'student.notifications', type: 'classic', durable: true, messageTtlMs: 600000, transient: true },
    { name: 'student.notifications.dead', type: 'quorum', durable: true },
    { name: 'teacher.notifications', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'teacher.notifications.dead' }, deliveryLimit: 20 },
    { name: 'teacher.notifications.dead', type: 'quorum', durable: true },
    { name: 'celery.tasks', type: 'classic', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'celery.tasks.dead' } },
    { name: 'celery.tasks.dead', type: 'classic', durable: true },
  ],
  bindings: [
    { exchange: 'lab.events', queue: 'lab.create', routingKey: 'lab.create' },
    { exchange: 'dead-letters', queue: 'lab.create.dead', routingKey: 'lab.create.dead' },
    { exchange: 'lab.events', queue: 'lab.delete', routingKey: 'lab.delete' },
    { exchange: 'dead-letters', queue: 'lab.delete.dead', routingKey: 'lab.delete.dead' },
    { exchange: 'lab.events', queue: 'lab.status', routingKey: 'lab.status' },
    { exchange: 'dead-letters', queue: 'lab.status.dead', routingKey: 'lab.status.dead' },
    { exchange: 'notifications', queue: 'student.notifications', routingKey: 'student.notifications' },
    { exchange: 'dead-letters', queue: 'student.notifications.dead', routingKey: 'student.notifications.dead' },
    { exchange: 'notifications', queue: 'teacher.notifications', routingKey: 'teacher.notifications' },
    { exchange: 'dead-letters', queue: 'teacher.notifications.dead', routingKey: 'teacher.notifications.dead' },
    { exchange: 'celery', queue: 'celery.tasks', routingKey: 'celery.tasks' },
    { exchange: 'dead-letters', queue: 'celery.tasks.dead', routingKey: 'celery.tasks.dead' },
  ],
};

/** By account of the broker: what it declares or needs, and what it may do. */
export const accounts = {
  infra: {
    topology: {
      exchanges: [
        { name: 'lab.events', type: 'direct', durable: true },
        { name: 'notifications', type: 'direct', durable: true },
        { name: 'celery', type: 'direct', durable: true },
      ],
      queues: [
        { name: 'lab.create', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'lab.create.dead' }, deliveryLimit: 20 },
        { name: 'lab.delete', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'lab.delete.dead' }, deliveryLimit: 20 },
        { name: 'lab.status', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'lab.status.dead' }, deliveryLimit: 20 },
        { name: 'student.notifications', type: 'classic', durable: true, messageTtlMs: 600000, transient: true },
        { name: 'teacher.notifications', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'teacher.notifications.dead' }, deliveryLimit: 20 },
        { name: 'celery.tasks', type: 'classic', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'celery.tasks.dead' } },
      ],
      bindings: [
      ],
      others: ['celery.tasks', 'lab.create', 'lab.delete', 'lab.status', 'student.notifications', 'teacher.notifications'],
    },
    rights: {
      configure: ['celery', 'lab.events', 'notifications'],
      write: ['celery', 'lab.events', 'notifications'],
      read: [],
    },
  },
  platform: {
    topology: {
      exchanges: [
        { name: 'lab.events', type: 'direct', durable: true },
        { name: 'notifications', type: 'direct', durable: true },
        { name: 'dead-letters', type: 'direct', durable: true },
      ],
      queues: [
        { name: 'lab.status', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'lab.status.dead' }, deliveryLimit: 20 },
        { name: 'lab.status.dead', type: 'quorum', durable: true },
        { name: 'student.notifications', type: 'classic', durable: true, messageTtlMs: 600000, transient: true },
        { name: 'student.notifications.dead', type: 'quorum', durable: true },
        { name: 'teacher.notifications', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'teacher.notifications.dead' }, deliveryLimit: 20 },
        { name: 'teacher.notifications.dead', type: 'quorum', durable: true },
      ],
      bindings: [
        { exchange: 'lab.events', queue: 'lab.status', routingKey: 'lab.status' },
        { exchange: 'dead-letters', queue: 'lab.status.dead', routingKey: 'lab.status.dead' },
        { exchange: 'notifications', queue: 'student.notifications', routingKey: 'student.notifications' },
        { exchange: 'dead-letters', queue: 'student.notifications.dead', routingKey: 'student.notifications.dead' },
        { exchange: 'notifications', queue: 'teacher.notifications', routingKey: 'teacher.notifications' },
        { exchange: 'dead-letters', queue: 'teacher.notifications.dead', routingKey: 'teacher.notifications.dead' },
      ],
      others: ['lab.events', 'notifications'],
    },
    rights: {
      configure: ['dead-letters', 'lab.status', 'lab.status.dead', 'student.notifications', 'student.notifications.dead', 'teacher.notifications', 'teacher.notifications.dead'],
      write: ['dead-letters', 'lab.status', 'lab.status.dead', 'student.notifications', 'student.notifications.dead', 'teacher.notifications', 'teacher.notifications.dead'],
      read: ['dead-letters', 'lab.events', 'lab.status', 'notifications', 'student.notifications', 'teacher.notifications'],
    },
  },
  worker: {
    topology: {
      exchanges: [
        { name: 'lab.events', type: 'direct', durable: true },
        { name: 'celery', type: 'direct', durable: true },
        { name: 'dead-letters', type: 'direct', durable: true },
      ],
      queues: [
        { name: 'lab.create', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'lab.create.dead' }, deliveryLimit: 20 },
        { name: 'lab.create.dead', type: 'quorum', durable: true },
        { name: 'lab.delete', type: 'quorum', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'lab.delete.dead' }, deliveryLimit: 20 },
        { name: 'lab.delete.dead', type: 'quorum', durable: true },
        { name: 'celery.tasks', type: 'classic', durable: true, deadLetter: { exchange: 'dead-letters', routingKey: 'celery.tasks.dead' } },
        { name: 'celery.tasks.dead', type: 'classic', durable: true },
      ],
      bindings: [
        { exchange: 'lab.events', queue: 'lab.create', routingKey: 'lab.create' },
        { exchange: 'dead-letters', queue: 'lab.create.dead', routingKey: 'lab.create.dead' },
        { exchange: 'lab.events', queue: 'lab.delete', routingKey: 'lab.delete' },
        { exchange: 'dead-letters', queue: 'lab.delete.dead', routingKey: 'lab.delete.dead' },
        { exchange: 'celery', queue: 'celery.tasks', routingKey: 'celery.tasks' },
        { exchange: 'dead-letters', queue: 'celery.tasks.dead', routingKey: 'celery.tasks.dead' },
      ],
      others: ['celery', 'lab.events'],
    },
    rights: {
      configure: ['celery.tasks', 'celery.tasks.dead', 'dead-letters', 'lab.create', 'lab.create.dead', 'lab.delete', 'lab.delete.dead'],
      write: ['celery.tasks', 'celery.tasks.dead', 'dead-letters', 'lab.create', 'lab.create.dead', 'lab.delete', 'lab.delete.dead'],
      read: ['celery', 'celery.tasks', 'dead-letters', 'lab.create', 'lab.delete', 'lab.events'],
    },
  },
} satisfies Readonly<Record<string, Account>>;
