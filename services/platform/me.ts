// Who one is and what one may do (decision 214).
import type { Me } from '../../generated/platform/types.ts';
import type { Handlers } from './caller.ts';
import { capabilitiesOf } from './rights.ts';

export const me = () =>
  ({
    async getMe({ caller: { user, roles } }) {
      const { user_id, username, display_name, email, student_id } = user;
      const capabilities = capabilitiesOf({ roles, user });
      const body: Me = { user_id, username, display_name, email, roles, student_id, capabilities };
      return { status: 200, body, revision: JSON.stringify(body) };
    },
  }) satisfies Pick<Handlers, 'getMe'>;
