/**
 * Rules for a realm's own settings: the server reports them to administrators, and `npm run linkgate -- conformance` checks it.
 */
import type { Finding } from '../../platform/errors/finding.ts';
import type { Settings } from '../flow/parse.ts';

/** Settings of a realm, by the names of Keycloak's representation of it. */
export interface RealmSettings {
  registrationAllowed: boolean;
  resetPasswordAllowed: boolean;
  verifyEmail: boolean;
  duplicateEmailsAllowed: boolean;
  editUsernameAllowed: boolean;
  loginWithEmailAllowed: boolean;
  sslRequired: string;
  /** Seconds. */
  accessTokenLifespan: number;
  accessCodeLifespan: number;
  ssoSessionIdleTimeout: number;
  ssoSessionMaxLifespan: number;
  /** Of sessions that survive the browser; 0 stands for the values above. */
  ssoSessionIdleTimeoutRememberMe: number;
  ssoSessionMaxLifespanRememberMe: number;
  clientSessionIdleTimeout: number;
  clientSessionMaxLifespan: number;
  smtpServer: Readonly<Record<string, string>>;
  /** What sends emails, according to the sign-in step of the realm's own flow. */
  emailSender: Settings['emailSender'];
  /** The realm's attributes; null if absent. */
  attribute(name: string): string | null;
}

/** One rule; `Settings` are what it is about. */
export interface RealmRule<Settings = RealmSettings> {
  /** The name of the conformance command's check of it. */
  id: string;
  /** How an administrator fixes it. */
  fix: string;
  /** The numbers in `fix`, by name; a name that ends in `_seconds` is a duration. */
  values?: Readonly<Record<string, number>>;
  /** The admin console's page for the fix, after `#/{realm}/`; null if there is none. */
  console: string | null;
  /** Linkgate's own page for the fix. */
  page: 'clients' | 'limits' | null;
  /** Returns a finding for each setting that breaks the rule. */
  problems(realm: Settings): Finding[];
}
