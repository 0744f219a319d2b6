/** The interface of an application that uses a third-party library. */
import type { Agent, Page } from '../agent.ts';
import type { OwnClient } from '../own-client.ts';

/** An application's settings; it reads everything else from discovery. */
export interface Setting {
  issuer: string;
  client: Pick<OwnClient, 'client_id' | 'client_secret'>;
  /** Where it is to be: `/` shows the address of who is signed in, `/signed-out` that somebody was. */
  url: string;
}

/** One that is running. */
export interface Running {
  url: string;
  stop(): Promise<void>;
}

/** A kind of application. */
export interface RelyingParty {
  name: string;
  /** The program that it needs of the machine. */
  needs: string;
  /** The path of its redirect URI. */
  callback: string;
  /** The path at which it is told of sign-outs, where it can be (OpenID Connect Back-Channel Logout 1.0). */
  backChannel?: string;
  isHere(): Promise<boolean>;
  /** Obtains and builds it, unless that was done before. */
  install(): Promise<void>;
  start(setting: Setting): Promise<Running>;
  /** Signs out in the application; returns its redirect to the server. */
  signOut(agent: Agent, url: string): Promise<Page>;
}
