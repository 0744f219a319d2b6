/** The interface of an application that uses a third-party library and keeps its users signed in by refresh tokens. */
import type { makeClient } from '../own-client.ts';
import type { RelyingParty, Setting } from './relying-party.ts';

/** What an application stored about a user. */
export interface Stored {
  /**
   * Uses the refresh token as the library does when an access token has expired. Returns the access token that the application
   * has afterwards; undefined if it has none, and the user must sign in again.
   *
   * @throws if it fails by anything but a refresh token that has ended
   */
  renew(): Promise<string | undefined>;
}

/** A signed-in user of an application. */
export interface StayingUser extends Stored {
  /** Another copy of what the application stored, as in a backup: signing out doesn't delete it. */
  copy(): Promise<Stored>;
  /** Signs out in the application, which signs out at the server. */
  signOut(): Promise<void>;
}

/** A running application. */
export interface StayingApplication {
  /** Signs a user in by an emailed link. */
  signIn(email: string): Promise<StayingUser>;
  /** Shifts the application's own clock: it validates ID tokens of a server whose clock is shifted. */
  shiftClock(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** A kind of application. */
export interface StayingParty extends Pick<RelyingParty, 'name' | 'needs' | 'isHere' | 'install'> {
  /** The fields of its client at the server. */
  fields(url: string): Parameters<typeof makeClient>[0];
  start(setting: Setting): Promise<StayingApplication>;
}
