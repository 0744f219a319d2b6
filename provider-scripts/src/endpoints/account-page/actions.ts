/** The actions of the page's forms, by name. */
import { revokeConsent } from '../../accounts/consents.ts';
import { deviceHere } from '../../accounts/device/here.ts';
import { forgetPasskeyState } from '../../accounts/device/rows.ts';
import { forgetDeviceOf } from '../../accounts/forget.ts';
import { endAllSessions, signOut } from '../../accounts/sign-out.ts';
import { formField } from '../../http/request/form-field.ts';
import { changeOfUser, deleteChange } from '../../links/address-change/rows.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { endWaiting } from '../../sign-in/tabs/account-sign-ins.ts';
import { requestAddressChange } from './address-request.ts';
import { removePasskey, removeSecondFactor } from './credentials.ts';
import { deleteAccount, mayDeleteAccount } from './deletion.ts';
import type { Done } from './done.ts';
import type { Failed } from './failed.ts';
import { givenProfile, saveProfile } from './profile.ts';
import type { SignedIn } from './signed-in.ts';

/** What was done, why it wasn't, that the page asks once more, or for a proof. */
type Result = { done: Done } | { failed: Failed } | { unproven: Problem } | 'asks';

const GONE: Result = { failed: 'gone' };

interface Action {
  /** Whether a session alone isn't enough: the user must have been proven recently. */
  needsProof?: true;
  /** Performs it, on the user's object with this identifier if it is on one. Returns what the page then says. */
  perform(of: SignedIn, id: string): Result;
}

export const ACTIONS: Readonly<Record<string, Action>> = {
  'sign-out': {
    perform({ session, live }) {
      signOut(session, live);
      return { done: 'signed-out' };
    },
  },

  'end-session': {
    perform({ session, user }, id) {
      const ended = session.sessions().getUserSession(requireRealm(session), id);
      if (ended === null) return endWaiting(session, user, id) ? { done: 'session-ended' } : GONE;
      if (ended.getUser()?.getId() !== user.getId()) return GONE;
      signOut(session, ended);
      return { done: 'session-ended' };
    },
  },

  'sign-out-everywhere': {
    perform({ session, user }) {
      endAllSessions(session, user);
      return { done: 'signed-out-everywhere' };
    },
  },

  'forget-device': {
    perform: ({ session, user }, id) =>
      forgetDeviceOf(session, user, id) ? { done: 'device-forgotten' } : GONE,
  },

  'revoke-access': {
    perform: ({ session, user }, id) =>
      revokeConsent(session, user, id) ? { done: 'access-revoked' } : GONE,
  },

  'remove-passkey': {
    needsProof: true,
    perform: ({ session, user }, id) =>
      removePasskey(session, user, id) ? { done: 'passkey-removed' } : GONE,
  },

  'remove-factor': {
    needsProof: true,
    perform: ({ session, user }, id) =>
      removeSecondFactor(session, user, id) ? { done: 'factor-removed' } : GONE,
  },

  'offer-again': {
    perform({ session, user }) {
      const here = deviceHere(session, user);
      if (here === null) return GONE;
      forgetPasskeyState(session, requireRealm(session).getId(), here);
      return { done: 'offered-again' };
    },
  },

  'save-profile': {
    perform: ({ session, user }) =>
      saveProfile(session, user, givenProfile(session))
        ? { done: 'profile-saved' }
        : { failed: 'invalid-profile' },
  },

  'change-address': {
    needsProof: true,
    perform(of) {
      const unsent = requestAddressChange(of, formField(of.session, 'email') ?? '');
      return unsent ?? { done: 'address-requested' };
    },
  },

  'stop-address-change': {
    perform({ session, user }) {
      const change = changeOfUser(session, user.getId());
      return change !== null && deleteChange(session, change.id) ? { done: 'address-stopped' } : GONE;
    },
  },

  'delete-account': {
    needsProof: true,
    perform(of) {
      if (!mayDeleteAccount(of)) return GONE;
      if (formField(of.session, 'sure') === null) return 'asks';
      const outcome = deleteAccount(of);
      return outcome === 'deleted' ? { done: 'account-deleted' } : { failed: outcome };
    },
  },
};
