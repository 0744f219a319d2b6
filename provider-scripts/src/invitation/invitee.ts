/** Validates a user to invite: one line of a list, or a single request. */
import { type AdminRejection, adminRejection, type FieldProblem, fieldProblem } from '../errors/problem.ts';
import { matchLanguage } from '../language/match.ts';
import type { Invitee } from './invitation.ts';
import { problemWithName } from './wording.ts';

/** The fields as given; null and empty count as absent. */
export interface GivenInvitee {
  email?: unknown;
  name?: unknown;
  language?: unknown;
  client_id?: unknown;
}

/** The realm's data to validate against. */
export interface Known {
  /** Normalises an address; null if it isn't one, or the mail server doesn't support it. */
  normalise: (email: string) => string | null;
  /** The language tags of the realm. */
  languages: readonly string[];
  /** A client by the identifier that users know it by, or what is wrong with it. */
  client: (clientId: string) => { uuid: string } | { wrong: AdminRejection };
}

/** The user, or all problems. */
export function validateInvitee(
  { email, name, language, client_id: clientId }: GivenInvitee,
  known: Known,
): { invitee: Invitee } | { details: FieldProblem[] } {
  const details: FieldProblem[] = [];
  const text = (field: string, value: unknown): string | null => {
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'string') return value;
    details.push(fieldProblem(field, 'not_a_string'));
    return null;
  };
  const address = text('email', email);
  const normalised = address === null ? null : known.normalise(address);
  if (address === null && details.length === 0) details.push(fieldProblem('email', 'required'));
  else if (address !== null && normalised === null)
    details.push(fieldProblem('email', 'recipient_not_supported'));
  const user = text('name', name)?.trim() || null;
  const wrongName = user === null ? null : problemWithName(user);
  if (wrongName !== null) details.push({ field: 'name', ...wrongName });
  const wished = text('language', language);
  const spoken = wished === null ? null : matchLanguage([wished], known.languages, '');
  if (spoken === '')
    details.push(fieldProblem('language', 'not_one_of', { choices: known.languages.join(', ') }));
  const named = text('client_id', clientId);
  const client = named === null ? { wrong: adminRejection('required') } : known.client(named);
  if ('wrong' in client) details.push({ field: 'client_id', ...client.wrong });
  if (details.length > 0 || normalised === null || 'wrong' in client) return { details };
  return { invitee: { email: normalised, name: user, language: spoken, clientUuid: client.uuid } };
}
