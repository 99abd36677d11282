// Notices of the platform, until they are dismissed; then they are gone on all devices.
import type { Notice } from '../../../generated/platform/live.ts';
import { labPath } from '../addresses.ts';
import { acknowledge } from '../state/live.ts';
import { texts } from '../texts/texts.ts';
import { Link } from './link.tsx';
import { Ago } from './time.tsx';

/** What the states of the labs show anyway is no notice. */
const shownByState = new Set(['lab_running', 'lab_stopped']);

export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const visible = notices.filter(({ kind }) => !shownByState.has(kind)).slice(0, 3);
  if (visible.length === 0) return null;
  return (
    <ul class="notices">
      {visible.map((notice) => (
        <li key={notice.notice_id}>
          <p>
            {notice.message} {notice.advice && <span class="soft">{notice.advice}</span>}
          </p>
          <p class="small">
            <Link href={labPath(notice.lab_id)}>{notice.lab_id}</Link> · <Ago at={notice.occurred_at} />
          </p>
          <button type="button" onClick={() => acknowledge(notice)}>
            {texts.dismiss}
          </button>
        </li>
      ))}
    </ul>
  );
}
