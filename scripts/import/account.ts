/** Decides what a user of a file becomes: an account, with what is left out of it; or why it is rejected. */

import { namesOf } from '../../provider-scripts/src/links/invitation/names.ts';
import { matchLanguage } from '../../provider-scripts/src/realm/language/match.ts';
import { normalised } from './address.ts';
import type { Fields, Format, SourceIdentity, SourceUser } from './formats/format.ts';
import { instantOf } from './instant.ts';
import { isProven, type Trust } from './proof.ts';
import { Rejected, scalarOf, scalarText } from './scalar.ts';

/** An account at an identity provider of the realm. */
export interface Identity {
  /** The provider's alias in the realm. */
  readonly alias: string;
  readonly userId: string;
  readonly userName: string;
}

/** An account as it will be created. */
export interface Account {
  /** The user's id in the former product; null if the file has none. The account's id follows from it. */
  readonly formerId: string | null;
  /** Normalised; also the username. */
  readonly email: string;
  readonly isVerified: boolean;
  readonly isEnabled: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly locale: string | null;
  /** Unix milliseconds; null for that of the import. */
  readonly createdAt: number | null;
  readonly identities: readonly Identity[];
}

/** What is known of the realm. */
export interface RealmFacts {
  /** The tags of its languages; empty if it has only one. */
  readonly locales: readonly string[];
  /** The alias of the realm's provider; null if it has none. */
  readonly aliasOf: (identity: SourceIdentity) => string | null;
  readonly isTrusted: Trust;
}

/** The account with notes on what is left out, or why there is none. */
export type Decided =
  | {
      readonly account: Account;
      readonly notes: readonly string[];
      /** The providers that have verified the address, if no word of theirs counts. */
      readonly doubted?: readonly string[];
    }
  | { readonly rejected: string };

/** The longest text that Keycloak's columns take. */
const MAX_LENGTH = 255;

/** Control characters, line and paragraph separators, and halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** How the users of a file are read. */
export interface Reading {
  readonly format: Format;
  /** Whether no address counts as verified, whatever the file says. */
  readonly isUnverified: boolean;
}

/** Decides about a user. Whatever is wrong with one concerns that one alone. */
export function decide(fields: Fields, reading: Reading, realm: RealmFacts, now: number): Decided {
  try {
    const user = reading.format.userIn(fields);
    const notes = (user.unreadable ?? []).map((field) => `${field} can't be read: left out`);
    return accountOf(user, reading, realm, now, notes);
  } catch (error) {
    if (error instanceof Rejected) return { rejected: error.message };
    return { rejected: `it can't be read: ${error instanceof Error ? error.message : error}` };
  }
}

function accountOf(
  user: SourceUser,
  { isUnverified }: Reading,
  realm: RealmFacts,
  now: number,
  notes: string[],
): Decided {
  if (user.excluded !== undefined) throw new Rejected(user.excluded);
  const email = addressOf(user.email);
  const isCalledVerified = flag('verified flag', user.isVerified, false) && !isUnverified;
  const isVerified = isCalledVerified && isProven(user, email, realm.isTrusted);
  const name = text('name', user.name);
  const names = namesOf({
    name: name === null || normalised(name) === email ? null : name,
    first: text('first name', user.firstName),
    last: text('last name', user.lastName),
  });
  const identities = user.identities ?? [];
  const others = identities.filter((identity) => !realm.isTrusted(identity)).map(({ provider }) => provider);
  const doubted = isCalledVerified && !isVerified ? others : undefined;
  if (doubted !== undefined)
    notes.push(
      doubted.length === 0
        ? 'the file doesn’t say who has verified its address: unverified'
        : `its address was verified by ${doubted.join(', ')}, whose word on addresses the realm doesn’t take: unverified`,
    );
  else if (identities.length > 0 && !isVerified)
    notes.push('its address isn’t verified, so its identities are left out');
  const account: Account = {
    formerId: text('id', user.id),
    email,
    isVerified,
    isEnabled: flag('enabled flag', user.isEnabled, true) && !flag('disabled flag', user.isDisabled, false),
    firstName: names.first,
    lastName: names.last,
    locale: localeOf(user.locale, realm, notes),
    createdAt: createdAtOf(user.createdAt, now, notes),
    identities: isVerified ? identitiesOf(identities, realm, notes) : [],
  };
  return {
    account: isVerified ? account : unproven(account),
    notes,
    ...(doubted !== undefined && { doubted }),
  };
}

/**
 * The account as one whose address nobody has proven. Its maker may not own the address: its owner would be greeted by a stranger's name, and an
 * identity would sign the stranger in before the owner claims it. Its former id isn't stored, either.
 */
export function unproven(account: Account): Account {
  return { ...account, isVerified: false, firstName: null, lastName: null, identities: [] };
}

function addressOf(value: unknown): string {
  const address = text('address', value);
  if (address === null) throw new Rejected('it has no address');
  const email = normalised(address);
  if (email === null) throw new Rejected('its address is invalid');
  return email;
}

/** A text; null if there is none. */
function text(field: string, value: unknown): string | null {
  if (typeof scalarOf(field, value) === 'boolean') throw new Rejected(`its ${field} isn't a text`);
  // JSON's numbers lose digits beyond 2^53.
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new Rejected(`its ${field} isn't exact`);
  const trimmed = scalarText(field, value);
  if (trimmed.length > MAX_LENGTH) throw new Rejected(`its ${field} is longer than ${MAX_LENGTH} characters`);
  if (UNPRINTABLE.test(trimmed)) throw new Rejected(`its ${field} has a control character`);
  return trimmed === '' ? null : trimmed;
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  1: true,
  false: false,
  f: false,
  0: false,
};

function flag(field: string, value: unknown, missing: boolean): boolean {
  const written = scalarText(field, value).toLowerCase();
  if (written === '') return missing;
  const read = Object.hasOwn(FLAGS, written) ? FLAGS[written] : undefined;
  if (read === undefined) throw new Rejected(`its ${field} is neither true nor false`);
  return read;
}

function localeOf(value: unknown, { locales }: RealmFacts, notes: string[]): string | null {
  const tag = text('language', value);
  const locale = tag === null ? '' : matchLanguage([tag], locales, '');
  if (tag !== null && locale === '')
    notes.push(`the realm doesn't have its language ${JSON.stringify(tag)}: left out`);
  return locale === '' ? null : locale;
}

function createdAtOf(value: unknown, now: number, notes: string[]): number | null {
  const instant = instantOf('creation date', value);
  if (instant === null) return null;
  if (instant !== undefined && instant <= now) return instant;
  notes.push('its creation date isn’t one of the past: today’s instead');
  return null;
}

/** The identities that the realm has providers for. */
function identitiesOf(identities: readonly SourceIdentity[], realm: RealmFacts, notes: string[]): Identity[] {
  const known: Identity[] = [];
  for (const identity of identities) {
    const provider = JSON.stringify(text('provider', identity.provider) ?? '');
    const alias = realm.aliasOf(identity);
    const userId = text('id at a provider', identity.userId);
    if (alias === null) notes.push(`the realm has no provider ${provider}: its identity there is left out`);
    else if (userId === null) notes.push(`its identity at ${provider} has no id: left out`);
    else if (known.some((other) => other.alias === alias))
      notes.push(`it has more than one identity at ${provider}: the first one is linked`);
    else known.push({ alias, userId, userName: text('name at a provider', identity.userName) ?? userId });
  }
  return known;
}
