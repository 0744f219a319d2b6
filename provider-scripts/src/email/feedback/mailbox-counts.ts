/** Counts emailed links by the hosts of their mailboxes, in memory: known providers, the domains that the realm names, and others. */
import type { KeycloakSession } from 'keycloak';
import { mailboxHostOf } from '../../accounts/address/webmail.ts';
import { tally } from '../../observability/metrics/tally.ts';
import {
  MAX_HOST_LENGTH,
  OTHER_HOST,
  type Stage,
  stageDelayName,
  stageName,
} from '../../observability/statistics/mailboxes.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';

/** Counts a stage of a link that was sent to an address at `sentAt`, at the time of the sending; both in Unix seconds. */
export function countStage(
  session: KeycloakSession,
  stage: Stage,
  email: { readonly to: string; readonly sentAt: number },
  now = currentTime(),
): void {
  const host = hostOf(session, email.to);
  tally(session, stageName(stage, host), 1, email.sentAt);
  if (stage !== 'sent')
    tally(session, stageDelayName(stage, host, Math.max(0, now - email.sentAt)), 1, email.sentAt);
}

/** Strangers choose addresses, but no names of hosts. */
function hostOf(session: KeycloakSession, to: string): string {
  const known = mailboxHostOf(to);
  if (known !== null) return known;
  const domain = to.slice(to.lastIndexOf('@') + 1).toLowerCase();
  const isNamed =
    domain.length <= MAX_HOST_LENGTH && settingOf(requireRealm(session), REALM.mailboxHosts).includes(domain);
  return isNamed ? domain : OTHER_HOST;
}
