/** The demo's sessions: stored in memory, by a random ID. */
import { randomBytes } from 'node:crypto';
import { BoundedMap } from '../session/bounded-map.ts';
import type { RelyingPartyId } from './relying-party.ts';
import type { PendingSignIn, SignedIn } from './sign-in.ts';

const MAX_SESSIONS = 1000;
/** Maximum pending requests for each relying party: this many tabs of one browser can sign in at the same time. */
const MAX_PENDING_SIGN_INS = 10;
const ID_BYTES = 32;

interface RelyingPartySession {
  /** Pending authorization requests, by `state`. */
  readonly pending: BoundedMap<PendingSignIn>;
  signedIn?: SignedIn | undefined;
}

export type Session = Readonly<Record<RelyingPartyId, RelyingPartySession>>;

/** Stores at most a thousand sessions; a new one evicts the oldest. */
export class SessionStore {
  readonly #sessions = new BoundedMap<Session>(MAX_SESSIONS);

  find(id: string | undefined): Session | undefined {
    return id === undefined ? undefined : this.#sessions.get(id);
  }

  /** Creates an empty session with a random ID. */
  create(): { id: string; session: Session } {
    const session: Session = {
      web: emptySession(),
      shop: emptySession(),
      beta: emptySession(),
    };
    return { id: this.#insert(session), session };
  }

  /** Replaces the session's ID and returns the new one; returns undefined for an unknown ID. */
  renew(id: string): string | undefined {
    const session = this.#sessions.remove(id);
    return session && this.#insert(session);
  }

  #insert(session: Session): string {
    const id = randomBytes(ID_BYTES).toString('base64url');
    this.#sessions.set(id, session);
    return id;
  }
}

function emptySession(): RelyingPartySession {
  return { pending: new BoundedMap(MAX_PENDING_SIGN_INS) };
}
