/** The demo's sessions: stored in memory, under a random id. */
import { randomBytes } from 'node:crypto';
import { BoundedMap } from '../session/bounded-map.ts';
import type { PartyId } from './party.ts';
import type { PendingSignIn, SignedIn } from './sign-in.ts';

const SESSIONS_KEPT = 1000;
/** Maximum pending requests for each relying party: this many tabs of one browser can sign in at the same time. */
const PENDING_SIGN_INS_KEPT = 10;
const ID_BYTES = 32;

interface PartySession {
  /** Pending authorization requests, by `state`. */
  readonly pending: BoundedMap<PendingSignIn>;
  signedIn?: SignedIn | undefined;
}

export type Session = Readonly<Record<PartyId, PartySession>>;

/** At most a thousand sessions; the oldest is dropped first. */
export class Sessions {
  readonly #sessions = new BoundedMap<Session>(SESSIONS_KEPT);

  find(id: string | undefined): Session | undefined {
    return id === undefined ? undefined : this.#sessions.get(id);
  }

  /** An empty session with its id. */
  create(): { id: string; session: Session } {
    const session: Session = {
      web: emptyPartySession(),
      shop: emptyPartySession(),
      beta: emptyPartySession(),
    };
    return { id: this.#keep(session), session };
  }

  /** Gives the session a new id and forgets the old one. Returns nothing for an unknown id. */
  renew(id: string): string | undefined {
    const session = this.#sessions.take(id);
    return session && this.#keep(session);
  }

  #keep(session: Session): string {
    const id = randomBytes(ID_BYTES).toString('base64url');
    this.#sessions.set(id, session);
    return id;
  }
}

function emptyPartySession(): PartySession {
  return { pending: new BoundedMap(PENDING_SIGN_INS_KEPT) };
}
