// One student of a class, beside the tiles.
import { useEffect, useRef } from 'preact/hooks';
import type { LiveInstance } from '../../../generated/platform/live.ts';
import { Now } from '../components/now.tsx';
import { Ago } from '../components/time.tsx';
import { texts } from '../texts/texts.ts';
import { nameOf, ownerOf } from './help.ts';

export function StudentDetails({
  instance,
  onClose,
}: {
  readonly instance: LiveInstance;
  readonly onClose: () => void;
}) {
  const { state, since, reason, advice, volume, ends_at, group_id, instance_id } = instance;
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus goes to each student that is opened.
  useEffect(() => heading.current?.focus(), [instance_id]);
  return (
    <aside class="details" aria-labelledby="details-title">
      <header>
        <h2 id="details-title" ref={heading} tabIndex={-1}>
          {nameOf(instance)}
        </h2>
        <button type="button" class="plain" onClick={onClose}>
          {texts.close}
        </button>
      </header>
      <Now state={state} since={since} />
      {advice && (
        <>
          <h3>{texts.classGrid.advice}</h3>
          <p>{advice}</p>
        </>
      )}
      <dl>
        {reason && (
          <div>
            <dt>{texts.classGrid.reason}</dt>
            <dd>
              <code>{reason}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>{group_id === null ? texts.classGrid.student : texts.classGrid.group}</dt>
          <dd>
            <code>{ownerOf(instance)}</code>
          </dd>
        </div>
        <div>
          <dt>{texts.classGrid.volume}</dt>
          <dd>{texts.volumes[volume] ?? volume}</dd>
        </div>
        {ends_at && (
          <div>
            <dt>{texts.classGrid.endsAt}</dt>
            <dd>
              <Ago at={ends_at} />
            </dd>
          </div>
        )}
      </dl>
    </aside>
  );
}
