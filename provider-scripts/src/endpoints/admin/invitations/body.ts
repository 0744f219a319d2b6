/** Reads the JSON bodies of invitations (contract, section 4.16). */
import { isWhole } from '../../../http/request/json-object.ts';
import {
  type Invitee,
  LIFETIME_DAYS,
  secondsOf,
  type Wording,
} from '../../../links/invitation/invitation.ts';
import { type RealmData, validateInvitee } from '../../../links/invitation/invitee.ts';
import { problemWithText } from '../../../links/invitation/wording.ts';
import { adminRejection, type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';

/** The message to the invited users, or its validation errors. */
export function readWording(
  { text = null, lifetime_days: days = null }: { text?: unknown; lifetime_days?: unknown },
  inviter: string | null,
): { wording: Wording } | { details: FieldProblem[] } {
  const details: FieldProblem[] = [];
  const { default: defaultDays, min, max } = LIFETIME_DAYS;
  const lifetime = days ?? defaultDays;
  if (!isWhole(lifetime, min, max))
    details.push(fieldProblem('lifetime_days', 'days_not_whole', { min: min, max: max }));
  const message = text === '' ? null : text;
  const wrong =
    message === null
      ? null
      : typeof message === 'string'
        ? problemWithText(message)
        : adminRejection('not_a_string');
  if (wrong !== null) details.push({ field: 'text', ...wrong });
  if (details.length > 0) return { details };
  return {
    wording: {
      inviter,
      text: (message as string | null)?.trim() || null,
      lifetimeSeconds: secondsOf(lifetime as number),
    },
  };
}

/** One user, the message to them, and whether an address that has an account is emailed. */
interface InvitationRequest {
  invitee: Invitee;
  wording: Wording;
  notifiesAccounts: boolean;
}

export const INVITATION_FIELDS = [
  'email',
  'name',
  'first_name',
  'last_name',
  'language',
  'client_id',
  'text',
  'lifetime_days',
  'notify_account',
] as const;

/** The request, or all validation errors. */
export function readInvitationRequest(
  given: Record<string, unknown>,
  inviter: string | null,
  realmData: RealmData,
): InvitationRequest | { details: FieldProblem[] } {
  const validated = validateInvitee(given, realmData);
  const wording = readWording(given, inviter);
  const { notify_account: notifies = false } = given;
  const isChoice = typeof notifies === 'boolean';
  if ('invitee' in validated && 'wording' in wording && isChoice)
    return { ...validated, ...wording, notifiesAccounts: notifies };
  return {
    details: [
      ...('details' in validated ? validated.details : []),
      ...('details' in wording ? wording.details : []),
      ...(isChoice ? [] : [fieldProblem('notify_account', 'not_a_boolean')]),
    ],
  };
}
