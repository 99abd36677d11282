// Who one is and what one may do (decision 214).
import type { Me, StudentOrNull, UserId } from '../../generated/platform/types.ts';
import type { Handlers } from './caller.ts';
import { capabilitiesOf } from './rights.ts';

export const me = () =>
  ({
    async getMe({ caller: { user, roles } }) {
      const body: Me = {
        // Ids of our own table, made by it or by student-ids.ts.
        user_id: user.userId as UserId,
        username: user.username,
        display_name: user.displayName,
        email: user.email,
        roles,
        student_id: user.student_id as StudentOrNull,
        capabilities: capabilitiesOf(roles),
      };
      return { status: 200, body, revision: JSON.stringify(body) };
    },
  }) satisfies Pick<Handlers, 'getMe'>;
