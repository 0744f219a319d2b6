/**
 * Amazon's certificates, which each node fetches once, and confirmations of subscriptions: never on a thread that serves a request, from Amazon's
 * host only, and one at a time.
 */
import type { KeycloakSession } from 'keycloak';
import { inBackground } from '../../platform/database/background.ts';
import type { BreakerRule } from '../../platform/engine/breaker.ts';
import { log } from '../../platform/engine/log.ts';
import { mayCall, reportEnd } from '../../platform/engine/node-breaker.ts';
import { callableAddresses } from '../../platform/keycloak/callable.ts';
import { realmIdOf, requireRealm } from '../../platform/keycloak/realm.ts';
import type { Feedback } from '../../realm/settings/email-routes.ts';
import { hostOfTopic } from './sns.ts';

const JavaDocuments = Java.type('org.linkgate.host.Documents');
const NodeMemory = Java.type('org.linkgate.host.NodeMemory');

/** A topic of Amazon's, with its origin. */
export type Topic = Extract<Feedback, { kind: 'ses' }>;

/** One failure is enough to rest: a notification is sent again. */
const RULE: BreakerRule = { failures: 1, withinMillis: 60_000, restMillis: 5000, probeMillis: 10_000 };

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

/** The certificate at a path; null if this node doesn't have it yet, which then begins to fetch it. */
export function certificateOf(session: KeycloakSession, topic: Topic, path: string): string | null {
  const key = `sns-certificate ${originOf(topic)}${path}`;
  const known = NodeMemory.get(key);
  if (known !== '') return known;
  fetchLater(session, topic, path, (text) => {
    if (!text.trim().startsWith(CERTIFICATE)) return false;
    NodeMemory.replace(key, '', text);
    return true;
  });
  return null;
}

/** Confirms a subscription of the realm's topic; false if it must be asked for again. */
export function confirmLater(session: KeycloakSession, topic: Topic, path: string): boolean {
  return fetchLater(session, topic, path, () => true);
}

/** Gets what is at a path of Amazon's host; false if another request is under way, or one has just failed. */
function fetchLater(
  session: KeycloakSession,
  topic: Topic,
  path: string,
  take: (text: string) => boolean,
): boolean {
  const what = path.replace(/\?.*$/, '');
  const key = `sns ${realmIdOf(session)}`;
  if (!mayCall(key, RULE) || !NodeMemory.replace(FETCHING, '', '1')) return false;
  const realm = requireRealm(session).getName();
  inBackground(session.getKeycloakSessionFactory(), 'a request to Amazon SNS', (later) => {
    let isTaken = false;
    try {
      const found = JavaDocuments.fetch(later, `${originOf(topic)}${path}`, callableAddresses() as never);
      const failure = found === null ? 'too many requests' : found.failure();
      const status = failure === null && found !== null ? Number(found.status()) : 0;
      isTaken = found !== null && status === 200 && take(found.text());
      if (!isTaken)
        log.warn(
          `realm "${realm}": ${originOf(topic)}${what} did not respond as expected: ${failure ?? status}`,
        );
    } finally {
      NodeMemory.replace(FETCHING, '1', '');
      reportEnd(key, isTaken, RULE);
    }
  });
  return true;
}

/** At most one at a time on each node. */
const FETCHING = 'sns-fetching';

function originOf({ topic, origin }: Topic): string {
  return origin === '' ? `https://${hostOfTopic(topic)}` : origin;
}
