/** What is checked: a realm, and what the checks may use to look at it. */

import type { RealmAdmin } from '../admin/connect.ts';

/** A client of the realm that the checks may use; its secret never leaves the requests. */
export interface TargetClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly redirect_uri?: string;
}

/** A realm to check. */
export interface Target {
  /** {base_url} of the contract, without a slash at its end. */
  readonly baseUrl: string;
  readonly clients: {
    readonly [kind in 'confidential' | 'other' | 'public' | 'service' | 'pending']?: TargetClient;
  };
  /** MailDev's address, such as `http://localhost:1080`. */
  readonly inboxUrl?: string;
  /** Lets a new account in while sign-up is closed. */
  readonly referralCode?: string;
  /** With it the configuration is checked, too; nothing is ever changed. */
  readonly admin?: RealmAdmin;
  /** Gets a line where the run has to wait. */
  readonly progress?: (line: string) => void;
}
