/** What is checked: a realm, and what the checks may use. */

import type { RealmAdmin } from '../../admin/connect.ts';

/** A client of the realm that the checks may use; its secret never leaves the requests. */
export interface TargetClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly redirect_uri?: string;
}

/** The kinds of clients: their options' prefix, and what a check requires of them. */
export const CLIENT_KINDS = {
  confidential: { prefix: '', needsSecret: true, needsRedirectUri: true },
  other: { prefix: 'other-', needsSecret: true, needsRedirectUri: true },
  public: { prefix: 'public-', needsSecret: false, needsRedirectUri: true },
  service: { prefix: 'service-', needsSecret: true, needsRedirectUri: false },
  pending: { prefix: 'pending-', needsSecret: true, needsRedirectUri: false },
} as const;
export type ClientKind = keyof typeof CLIENT_KINDS;

/** The options and the variable that name a client of a kind. */
export function clientOptions(kind: ClientKind): { id: string; redirectUri: string; secret: string } {
  const { prefix } = CLIENT_KINDS[kind];
  const secret = `${prefix}client-secret`.replaceAll('-', '_').toUpperCase();
  return { id: `${prefix}client-id`, redirectUri: `${prefix}redirect-uri`, secret };
}

/** A realm to check. */
export interface Target {
  /** {base_url} of the contract, without a trailing slash. */
  readonly baseUrl: string;
  readonly clients: { readonly [kind in ClientKind]?: TargetClient };
  /** MailDev's address, such as `http://localhost:1080`. */
  readonly inboxUrl?: string;
  /** Gets a real email. */
  readonly emailTo?: string;
  /** Admits a new account while sign-up is closed. */
  readonly referralCode?: string;
  /** Enables checks of the configuration; nothing is ever changed. */
  readonly admin?: RealmAdmin;
  /** Gets a line when the run has to wait. */
  readonly progress?: (line: string) => void;
}
