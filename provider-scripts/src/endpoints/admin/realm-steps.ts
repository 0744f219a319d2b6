/** What the steps for links allow in a realm, as administrators need to know it: in a Linkgate realm the bound flow's, in any other all of them. */

import type { KeycloakSession } from 'keycloak';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { ownSteps } from '../../realm/flow/own-step.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { readSettings } from '../../realm/flow/read.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';

/** Some settings of the realm's steps. */
interface RealmSteps extends Pick<Settings, 'hasStep' | 'signUp' | 'emailSender'> {
  /** Whether no step sends links to unverified accounts that have credentials. */
  rejectsUnverified: boolean;
}

/** Reads them; of several steps, one that allows more counts. */
export function readRealmSteps(session: KeycloakSession): RealmSteps {
  const realm = requireRealm(session);
  if (isLinkgateRealm(realm)) return { ...readSettings(session, null), rejectsUnverified: false };
  const steps = ownSteps(realm);
  return {
    hasStep: steps.length > 0,
    signUp: steps.some(({ signUp }) => signUp === 'open') ? 'open' : 'closed',
    emailSender: steps.some(({ emailSender }) => emailSender === 'smtp') ? 'smtp' : 'provider',
    rejectsUnverified: steps.every(({ unverified }) => unverified === 'reject'),
  };
}
