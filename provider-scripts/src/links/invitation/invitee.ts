/** Validates a user to invite: one line of a list, or a single request. */

import { fullName } from '../../accounts/name.ts';
import {
  type AdminRejection,
  adminRejection,
  type FieldProblem,
  fieldProblem,
} from '../../platform/errors/problem.ts';
import { matchLanguage } from '../../realm/language/match.ts';
import { type Invitee, MAX_USER_LENGTH } from './invitation.ts';
import { namesOf } from './names.ts';
import { problemWithName } from './wording.ts';

/** The fields as given; null and empty count as absent. */
export interface InviteeInput {
  email?: unknown;
  /** The whole name; a first or last name given apart wins. */
  name?: unknown;
  first_name?: unknown;
  last_name?: unknown;
  language?: unknown;
  client_id?: unknown;
}

/** The realm's data to validate against. */
export interface RealmData {
  /** Normalises an address, or returns why no email can be sent to it. */
  normalise: (email: string) => { address: string } | { wrong: AdminRejection };
  /** The language tags of the realm. */
  languages: readonly string[];
  /** Finds a client by its client ID, or returns why it can't be used. */
  client: (clientId: string) => { uuid: string } | { wrong: AdminRejection };
}

/** Returns the user; or all validation errors, and the address if it is one. */
export function validateInvitee(
  input: InviteeInput,
  realmData: RealmData,
): { invitee: Invitee } | { details: FieldProblem[]; email: string | null } {
  const details: FieldProblem[] = [];
  const text = (field: string, value: unknown): string | null => {
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'string') return value;
    details.push(fieldProblem(field, 'not_a_string'));
    return null;
  };
  const given = text('email', input.email);
  if (given === null && details.length === 0) details.push(fieldProblem('email', 'required'));
  const normalised = given === null ? null : realmData.normalise(given);
  const email = normalised !== null && 'address' in normalised ? normalised.address : null;
  if (normalised !== null && 'wrong' in normalised) details.push({ field: 'email', ...normalised.wrong });
  const namePart = (field: 'name' | 'first_name' | 'last_name'): string | null => {
    const part = text(field, input[field])?.trim() || null;
    const wrong = part === null ? null : problemWithName(part);
    if (wrong !== null) details.push({ field, ...wrong });
    return part;
  };
  const { first, last } = namesOf({
    name: namePart('name'),
    first: namePart('first_name'),
    last: namePart('last_name'),
  });
  if (details.length === 0 && (fullName(first, last) ?? '').length > MAX_USER_LENGTH)
    details.push(fieldProblem('last_name', 'too_long', { max: MAX_USER_LENGTH }));
  const requestedLanguage = text('language', input.language);
  const matchedLanguage = requestedLanguage === null ? null : languageIn(requestedLanguage, realmData);
  if (matchedLanguage === '') details.push(wrongLanguage(realmData));
  const requestedClient = text('client_id', input.client_id);
  const client =
    requestedClient === null ? { wrong: adminRejection('required') } : realmData.client(requestedClient);
  if ('wrong' in client) details.push({ field: 'client_id', ...client.wrong });
  if (details.length > 0 || email === null || 'wrong' in client) return { details, email };
  const invitee = {
    email,
    firstName: first,
    lastName: last,
    language: matchedLanguage,
    clientUuid: client.uuid,
  };
  return { invitee };
}

/** What lines that omit a field take for it; null and empty count as absent. */
export interface Defaults {
  language: string | null;
  client_id: string | null;
}

/** Validates the defaults by themselves: a mistake in one would otherwise be one in every line. */
export function validateDefaults(
  { language, client_id: clientId }: Defaults,
  realmData: RealmData,
): FieldProblem[] {
  const details: FieldProblem[] = [];
  if (language && languageIn(language, realmData) === '') details.push(wrongLanguage(realmData));
  const client = clientId ? realmData.client(clientId) : null;
  if (client !== null && 'wrong' in client) details.push({ field: 'client_id', ...client.wrong });
  return details;
}

/** The realm's language tag for a requested one; empty if it has none. */
function languageIn(requested: string, { languages }: RealmData): string {
  return matchLanguage([requested], languages, '');
}

function wrongLanguage({ languages }: RealmData): FieldProblem {
  return fieldProblem('language', 'not_one_of', { choices: languages.join(', ') });
}
