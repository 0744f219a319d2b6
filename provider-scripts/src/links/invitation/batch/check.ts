/** Validates a list and stores its valid lines as a draft, before anything is sent. */
import type { KeycloakSession } from 'keycloak';
import { addressesWithAccount } from '../../../accounts/account.ts';
import { newRowId, newRowIds } from '../../../platform/database/row-id.ts';
import { inOwnTransaction } from '../../../platform/database/sql.ts';
import type { FieldProblem } from '../../../platform/errors/problem.ts';
import { realmIdOf } from '../../../platform/keycloak/realm.ts';
import { rejectionsOf } from '../../../realm/sign-up-rules/rules.ts';
import type { BatchRow } from '../../batch/batch.ts';
import { findEmailed } from '../emailed.ts';
import { blockedBy, FAILURES, type InvitationRow, type Wording } from '../invitation.ts';
import { type Defaults, validateDefaults } from '../invitee.ts';
import { emailKey } from '../keys.ts';
import { type InvalidLine, type Line, type ValidatedList, validateList } from '../list.ts';
import { realmDataOf } from '../realm-data.ts';
import { insertDrafts, liveInvitations } from '../rows.ts';
import { newInvitation } from '../send.ts';
import { insertBatch } from './rows.ts';

/** How many addresses are looked up at a time. */
const LOOKUP_BATCH_SIZE = 500;

/** The list's origin: a file's name, or null, and the administrator. */
type Origin = Pick<BatchRow, 'fileName' | 'createdBy'>;

/** The most lines that a response names. */
const MAX_DETAILS = 20;

/** A line's problem as one of the whole list. */
function ofLine({ line, source, email, ...wrong }: InvalidLine): FieldProblem {
  return { ...wrong, field: `lines[${line}].${wrong.field}` };
}

/** The list, stored at `now` (Unix seconds); or the problems with its defaults, or with the list as a whole, or those of its lines if none is valid. */
export function checkList(
  session: KeycloakSession,
  text: string,
  { defaults, wording, origin }: { defaults: Defaults; wording: Wording; origin: Origin },
  now: number,
): BatchRow | { details: FieldProblem[] } {
  const realmData = realmDataOf(session);
  const details = validateDefaults(defaults, realmData);
  if (details.length > 0) return { details };
  const validated = validateList(text, defaults, realmData);
  if ('problem' in validated) return { details: [{ field: 'body', ...validated.problem }] };
  const { valid, invalid } = excludeBarred(session, validated, now);
  if (valid.length === 0) return { details: invalid.slice(0, MAX_DETAILS).map(ofLine) };
  const batch: BatchRow = {
    ...origin,
    id: newRowId(),
    state: 'draft',
    lines: valid.length + invalid.length,
    wrong: invalid.length,
    heading: validated.heading,
    ignored: validated.ignored,
    accounts: valid.filter(({ hasAccount }) => hasAccount).length,
    notifiesAccounts: false,
    pause: null,
    dueAt: null,
    createdAt: now,
  };
  const ids = newRowIds(valid.length);
  const rows: InvitationRow[] = valid.map(({ line, source, hasAccount, ...invitee }, index) => {
    const content = { ...invitee, ...wording, batchId: batch.id, line };
    return { ...newInvitation(ids[index] ?? newRowId(), content, now), hasAccount };
  });
  inOwnTransaction(session, (own) => {
    insertBatch(own, batch, invalid);
    insertDrafts(own, rows);
  });
  return batch;
}

/** The lines, and whether each valid one's address has an account. */
interface Lines {
  valid: (Line & { hasAccount: boolean })[];
  invalid: InvalidLine[];
}

/** Moves lines whose address may not be emailed now to the invalid ones; checked again before each email. */
function excludeBarred(session: KeycloakSession, validated: ValidatedList, now: number): Lines {
  const realmId = realmIdOf(session);
  const valid: Lines['valid'] = [];
  const wrong = [...validated.invalid];
  const isRejected = rejectionsOf(session, 'invitation');
  for (let first = 0; first < validated.valid.length; first += LOOKUP_BATCH_SIZE) {
    const lines = validated.valid.slice(first, first + LOOKUP_BATCH_SIZE);
    const keys = lines.map(({ email }) => emailKey(realmId, email));
    const emailed = findEmailed(session, keys);
    const accounts = addressesWithAccount(
      session,
      lines.map(({ email }) => email),
    );
    const live: Record<string, true> = {};
    for (const { key, clientUuid } of liveInvitations(session, keys, now))
      live[`${key} ${clientUuid}`] = true;
    lines.forEach((line, index) => {
      const { source, email } = line;
      const key = keys[index] ?? '';
      const known = emailed[key];
      const blocked = known === undefined ? null : blockedBy(known, now);
      const isInvited = Object.hasOwn(live, `${key} ${line.clientUuid}`);
      const hasAccount = accounts.has(email);
      const isAgainstRules = !hasAccount && isRejected(email);
      if (blocked === null && !isInvited && !isAgainstRules) valid.push({ ...line, hasAccount });
      else {
        const otherwise = blocked === null || (isInvited && blocked !== 'opted_out') ? 'there' : blocked;
        const why = isAgainstRules ? 'rules' : otherwise;
        wrong.push({ line: line.line, source, email, field: 'email', ...FAILURES[why].rejection });
      }
    });
  }
  return { valid, invalid: wrong.sort((one, other) => one.line - other.line) };
}
