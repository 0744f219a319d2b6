/** What the files of a product say about a user, in words that are the same for all. Values are as the file has them. */
import type { Layout } from '../source/rows.ts';

/** A user of a file. */
export interface SourceUser {
  /** The user's id there. */
  readonly id: unknown;
  readonly email: unknown;
  /** Whether the address was verified there. */
  readonly isVerified: unknown;
  /**
   * Whether the product verified the address by an email of its own (or an administrator of it did), so that no provider's word is needed.
   * Undefined: so it did if the user has no identity at a provider.
   */
  readonly isProvenThere?: boolean | undefined;
  readonly firstName?: unknown;
  readonly lastName?: unknown;
  /** The whole name, where it isn't split. */
  readonly name?: unknown;
  readonly locale?: unknown;
  readonly createdAt?: unknown;
  readonly isDisabled?: unknown;
  /** The opposite, where the file has that. */
  readonly isEnabled?: unknown;
  /** Why the user isn't one to import, such as that they were deleted there. */
  readonly excluded?: string | undefined;
  readonly identities?: readonly SourceIdentity[];
  /** Fields that can't be read, and are left out. */
  readonly unreadable?: readonly string[];
}

/** A user's account at an identity provider. */
export interface SourceIdentity {
  /** The provider's name in the file. */
  readonly provider: string;
  /** The alias that it usually has in Keycloak. */
  readonly alias?: string | undefined;
  readonly userId: unknown;
  readonly userName?: unknown;
  /** The address that the provider has verified, null for none; undefined if the file doesn't say it. */
  readonly email?: unknown;
}

/** A record's fields by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** The files of a product. */
export interface Format extends Layout {
  /** The field that says who was blocked; a file may lack it. */
  readonly blockedField: string;
  /** @throws Rejected for a field that has a list or an object instead of a single value */
  readonly userIn: (fields: Fields) => SourceUser;
}
