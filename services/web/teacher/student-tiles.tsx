// The tiles of a class. A click selects, with Shift from the last one on; "Details" opens a student beside the tiles.
import { useRef } from 'preact/hooks';
import type { LiveInstance } from '../../../generated/platform/live.ts';
import { StateMark } from '../components/state-mark.tsx';
import { Ago } from '../components/time.tsx';
import { texts } from '../texts/texts.ts';
import { nameOf, needsHelp, ownerOf } from './help.ts';

interface Props {
  readonly instances: readonly LiveInstance[];
  readonly selected: ReadonlySet<string>;
  readonly opened: string;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onOpen: (id: string) => void;
  /** The order holds still while this is true. */
  readonly onHold: (isHeld: boolean) => void;
}

export function StudentTiles({ instances, selected, opened, onSelect, onOpen, onHold }: Props) {
  const last = useRef(-1);
  const select = (index: number, isRange: boolean): void => {
    const ids = instances.map(({ instance_id }) => instance_id as string);
    const next = new Set(selected);
    const isOn = !next.has(ids[index] ?? '');
    const from = isRange && last.current >= 0 ? Math.min(last.current, index) : index;
    const to = isRange && last.current >= 0 ? Math.max(last.current, index) : index;
    for (const id of ids.slice(from, to + 1)) isOn ? next.add(id) : next.delete(id);
    last.current = index;
    onSelect(next);
  };
  return (
    <ul
      class="tiles"
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocusIn={() => onHold(true)}
      onFocusOut={() => onHold(false)}
    >
      {instances.map((instance, index) => (
        <Tile
          key={instance.instance_id}
          instance={instance}
          isSelected={selected.has(instance.instance_id)}
          isOpened={instance.instance_id === opened}
          onSelect={(isRange) => select(index, isRange)}
          onOpen={() => onOpen(instance.instance_id)}
        />
      ))}
    </ul>
  );
}

interface TileProps {
  readonly instance: LiveInstance;
  readonly isSelected: boolean;
  readonly isOpened: boolean;
  readonly onSelect: (isRange: boolean) => void;
  readonly onOpen: () => void;
}

function Tile({ instance, isSelected, isOpened, onSelect, onOpen }: TileProps) {
  const { state, since, advice } = instance;
  const name = nameOf(instance);
  const style = `tile is-${state}${isSelected ? ' is-selected' : ''}${isOpened ? ' is-opened' : ''}`;
  return (
    <li class={style}>
      <label>
        <input
          type="checkbox"
          checked={isSelected}
          onClick={(event) => {
            event.preventDefault();
            onSelect(event.shiftKey);
          }}
        />
        <span class="tile-owner">
          <span class="tile-name">{name}</span>
          {name !== ownerOf(instance) && <code class="tile-id">{ownerOf(instance)}</code>}
        </span>
      </label>
      <p class="tile-state">
        <StateMark state={state} />
        <span class="soft">
          <Ago at={since} />
        </span>
      </p>
      {needsHelp(instance) && advice && <p class="tile-advice">{advice}</p>}
      <button type="button" class="open" aria-expanded={isOpened} onClick={onOpen}>
        {texts.classGrid.details}
        <span class="hidden"> {name}</span>
      </button>
    </li>
  );
}
