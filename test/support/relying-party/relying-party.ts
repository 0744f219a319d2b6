/** The interface of an application that uses a third-party library. */
import type { Agent, Page } from '../agent.ts';
import type { OwnClient } from '../own-client.ts';

/** An application's settings; it reads everything else from discovery. */
export interface Setting {
  issuer: string;
  client: Pick<OwnClient, 'client_id' | 'client_secret'>;
  /** Its URL: `/` shows the signed-in user's email address, `/signed-out` that the user was signed out. */
  url: string;
  /** Further environment, where it is a program. */
  env?: Readonly<Record<string, string>>;
}

/** A running application. */
export interface Running {
  url: string;
  stop(): Promise<void>;
}

/** A kind of application. */
export interface RelyingParty {
  name: string;
  /** The program that must be installed on the machine. */
  needs: string;
  /** The path of its redirect URI. */
  callback: string;
  /** The path of its back-channel logout URI, if it has one (OpenID Connect Back-Channel Logout 1.0). */
  backChannel?: string;
  isHere(): Promise<boolean>;
  /** Downloads and builds it, if that wasn't done before. */
  install(): Promise<void>;
  start(setting: Setting): Promise<Running>;
  /** Signs out in the application; returns its redirect to the server. */
  signOut(agent: Agent, url: string): Promise<Page>;
}
