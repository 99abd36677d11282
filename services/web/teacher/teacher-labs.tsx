// The labs of a teacher, each with the state of its class in one line.
import type { Lab } from '../../../generated/platform/types.ts';
import { labPath, newLabPath } from '../addresses.ts';
import { ClassSummary } from '../components/class-summary.tsx';
import { Empty } from '../components/empty.tsx';
import { Link } from '../components/link.tsx';
import { instancesOf, type Live } from '../state/live.ts';
import { texts } from '../texts/texts.ts';
import { needsHelp } from './help.ts';

export function TeacherLabs({ labs, live }: { readonly labs: readonly Lab[]; readonly live: Live }) {
  if (labs.length === 0)
    return (
      <Empty title={texts.teacher.none} text={texts.teacher.noneAdvice}>
        <Link class="button first" href={newLabPath}>
          {texts.teacher.newLab}
        </Link>
      </Empty>
    );
  const help = (lab: Lab): number => instancesOf(live, lab.lab_id).filter(needsHelp).length;
  const active = (lab: Lab): number => Number((live.labs.get(lab.lab_id) ?? lab.status) !== 'stopped');
  const sorted = labs.toSorted((a, b) => help(b) - help(a) || active(b) - active(a) || a.name.localeCompare(b.name));
  return (
    <ul class="lab-rows">
      {sorted.map((lab) => (
        <LabRow key={lab.lab_id} lab={lab} live={live} />
      ))}
    </ul>
  );
}

function LabRow({ lab, live }: { readonly lab: Lab; readonly live: Live }) {
  const instances = instancesOf(live, lab.lab_id);
  return (
    <li class="lab-row">
      <div>
        <h2>
          <Link class="cover" href={labPath(lab.lab_id)}>
            {lab.name}
          </Link>
        </h2>
        <p class="soft">
          <code>{lab.lab_id}</code> {lab.description}
        </p>
      </div>
      {instances.length === 0 ? (
        <p class="soft">{texts.teacher.notStarted}</p>
      ) : (
        <ClassSummary instances={instances} help={instances.filter(needsHelp).length} />
      )}
    </li>
  );
}
