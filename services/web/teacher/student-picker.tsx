// Students by name: what is ticked is in the list of ids, and the other way round.
import { useState } from 'preact/hooks';
import { listStudents, unwrap } from '../../../generated/platform/client.ts';
import { ProblemCard } from '../components/problem.tsx';
import { Waiting } from '../components/waiting.tsx';
import { client } from '../state/client.ts';
import { useLoaded } from '../state/request.ts';
import { texts } from '../texts/texts.ts';

interface Props {
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** The list is read when it is opened. */
export function StudentPicker(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="picker" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.classGrid.pick}</summary>
      {isOpen && <StudentList {...props} />}
    </details>
  );
}

/** More are found by the search. */
const mostStudents = 100;

function StudentList({ ids, onChange }: Props) {
  const [search, setSearch] = useState('');
  const query = { limit: mostStudents, ...(search === '' ? {} : { query: search }) };
  const students = useLoaded(
    async (signal) => unwrap(await listStudents(client, { query }, { signal })).items,
    `students ${search}`,
  );
  return (
    <div class="picker-list">
      <label for="student-search">{texts.classGrid.search}</label>
      <input
        id="student-search"
        type="search"
        value={search}
        autocomplete="off"
        onInput={(event) => setSearch(event.currentTarget.value.trim())}
      />
      {students.kind === 'waiting' && <Waiting rows={1} />}
      {students.kind === 'failed' && <ProblemCard error={students.error} retry={students.reload} />}
      {students.kind === 'loaded' && students.value.length === 0 && <output>{texts.classGrid.noStudents}</output>}
      {students.kind === 'loaded' && students.value.length > 0 && (
        <ul>
          {students.value.map(({ student_id, display_name }) => (
            <li key={student_id}>
              <label class="check">
                <input
                  type="checkbox"
                  checked={ids.includes(student_id)}
                  onChange={({ currentTarget }) =>
                    onChange(
                      currentTarget.checked ? [...ids, student_id] : ids.filter((id) => id !== (student_id as string)),
                    )
                  }
                />
                {display_name} <code class="soft">{student_id}</code>
              </label>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
