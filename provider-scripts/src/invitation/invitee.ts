/** Validates a user to invite: one line of a list, or a single request. */
import { type AdminRejection, adminRejection, type FieldProblem, fieldProblem } from '../errors/problem.ts';
import { matchLanguage } from '../language/match.ts';
import type { Invitee } from './invitation.ts';
import { problemWithName } from './wording.ts';

/** The fields as given; null and empty count as absent. */
export interface InviteeInput {
  email?: unknown;
  name?: unknown;
  language?: unknown;
  client_id?: unknown;
}

/** The realm's data to validate against. */
export interface RealmData {
  /** Normalises an address; null if it isn't one, or the mail server doesn't support it. */
  normalise: (email: string) => string | null;
  /** The language tags of the realm. */
  languages: readonly string[];
  /** Finds a client by its client ID, or returns why it can't be used. */
  client: (clientId: string) => { uuid: string } | { wrong: AdminRejection };
}

/** Returns the user, or all validation errors. */
export function validateInvitee(
  { email, name, language, client_id: clientId }: InviteeInput,
  realmData: RealmData,
): { invitee: Invitee } | { details: FieldProblem[] } {
  const details: FieldProblem[] = [];
  const text = (field: string, value: unknown): string | null => {
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'string') return value;
    details.push(fieldProblem(field, 'not_a_string'));
    return null;
  };
  const address = text('email', email);
  const normalised = address === null ? null : realmData.normalise(address);
  if (address === null && details.length === 0) details.push(fieldProblem('email', 'required'));
  else if (address !== null && normalised === null)
    details.push(fieldProblem('email', 'recipient_not_supported'));
  const user = text('name', name)?.trim() || null;
  const wrongName = user === null ? null : problemWithName(user);
  if (wrongName !== null) details.push({ field: 'name', ...wrongName });
  const requestedLanguage = text('language', language);
  const matchedLanguage =
    requestedLanguage === null ? null : matchLanguage([requestedLanguage], realmData.languages, '');
  if (matchedLanguage === '')
    details.push(fieldProblem('language', 'not_one_of', { choices: realmData.languages.join(', ') }));
  const requestedClient = text('client_id', clientId);
  const client =
    requestedClient === null ? { wrong: adminRejection('required') } : realmData.client(requestedClient);
  if ('wrong' in client) details.push({ field: 'client_id', ...client.wrong });
  if (details.length > 0 || normalised === null || 'wrong' in client) return { details };
  return { invitee: { email: normalised, name: user, language: matchedLanguage, clientUuid: client.uuid } };
}
