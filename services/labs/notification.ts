// Puts the password into a student's notification at the moment when it is published (decision 16).
import { instanceId, studentId } from '../../generated/infra/ids.ts';
import { fill, type StudentNotification } from '../../generated/lab/messages.ts';
import type { KeyRing } from '../lib/key-ring.ts';
import type { Fill } from '../lib/messages/relay.ts';
import { password } from './passwords.ts';

/** For the relay of the infrastructure, under the type `StudentNotification`. */
export const fillStudentNotification =
  (keys: KeyRing): Fill =>
  async ({ body, reference }) => {
    const { instance_id, student_id, generation, key_id } = reference;
    const secret = password(keys, {
      instance_id: instanceId(String(instance_id)),
      member: studentId(String(student_id)),
      generation: Number(generation),
      key_id: String(key_id),
    });
    const stored = body as Omit<StudentNotification, 'ssh_credentials'>;
    return fill.StudentNotification(stored, { ssh_credentials: secret.reveal() });
  };
