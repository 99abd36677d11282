// importUsers: users from the file of a school system (decision 612).
import { readFile } from 'node:fs/promises';
import type { InvitationResult, UserRecords, Users } from '../../../adapters/store/people/port.ts';
import type { Store } from '../../../adapters/store/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { UserImportLine } from '../../../generated/platform/types.ts';
import { actorOf, type Handlers } from '../caller.ts';
import { student_ids } from '../labs/student-ids.ts';
import { readUserFile, type UserFile, type UserLine } from './user-file.ts';
import { conflictDetails } from './users.ts';

type Deps = {
  readonly store: Pick<Store, 'transaction'>;
  readonly users: Pick<Users, 'invite'>;
  readonly userRecords: Pick<UserRecords, 'imported'>;
};

export const importUsers = ({ store, users, userRecords }: Deps) =>
  ({
    async importUsers({ form: { file, dry_run, role }, ...request }) {
      const bytes = typeof file === 'string' ? Buffer.from(file) : await readFile(file.path);
      const read = readUserFile(bytes, role);
      if (!read.ok) return badFile(read);
      const results = await store.transaction(async (tx) => {
        const invited = await users.invite(tx, read.lines, { student_ids, dryRun: dry_run });
        if (!dry_run) await userRecords.imported(tx, count(invited, 'created'), actorOf(request));
        return invited;
      });
      const body = {
        dry_run,
        created: count(results, 'created'),
        known: count(results, 'known'),
        conflicts: count(results, 'conflict'),
        read_as: read.read_as,
        lines: read.lines.map((line, n) => lineResult(line, results[n])),
      };
      return { status: 200, body };
    },
  }) satisfies Pick<Handlers, 'importUsers'>;

const count = (results: readonly InvitationResult[], outcome: InvitationResult['outcome']): number =>
  results.filter((each) => each.outcome === outcome).length;

function lineResult({ row, username, email }: UserLine, result: InvitationResult | undefined): UserImportLine {
  if (result === undefined) throw new Error('a line has no result');
  const { outcome } = result;
  return result.outcome === 'conflict'
    ? { row, username, email, outcome, student_id: null, reason: conflictDetails[result.reason] }
    : { row, username, email, outcome, student_id: result.user.student_id, reason: null };
}

const badFile = ({ errors, errorCount }: Extract<UserFile, { ok: false }>) =>
  problems.badFile({
    detail: `The file has ${errorCount === 1 ? '1 error' : `${errorCount} errors`}. Nothing was stored.`,
    error_count: errorCount,
    errors,
  });
