/** Has the realm's service verify a response, within two seconds and without holding a database connection; one that keeps failing rests. */
import type { KeycloakSession } from 'keycloak';
import { countWithoutStatistic } from '../../observability/metrics/count.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { SHIELD_MISCONFIGURED } from '../../observability/statistics/names.ts';
import { releaseConnection } from '../../platform/database/sql.ts';
import type { BreakerRule } from '../../platform/engine/breaker.ts';
import { log } from '../../platform/engine/log.ts';
import { mayCall, reportEnd, restsNow } from '../../platform/engine/node-breaker.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { callableAddresses } from '../../platform/keycloak/callable.ts';
import { realmIdOf, requireRealm } from '../../platform/keycloak/realm.ts';
import type { ShieldService } from '../settings/shield-service.ts';
import { type Verdict, verdictOf, verificationOf } from './services.ts';

const JavaDocuments = Java.type('org.linkgate.host.Documents');
const Missing = Java.type('org.linkgate.host.Secrets$Missing');
const Secrets = Java.type('org.linkgate.host.Secrets');

/** How long a service is waited for, its name server included. */
const TIMEOUT_MILLIS = 2000;

const RULE: BreakerRule = { failures: 5, withinMillis: 60_000, restMillis: 60_000, probeMillis: 5000 };

/** Whether this node doesn't call the service for now; a changed service is another one. Afterwards it is asked for again: a response probes it. */
export function isServiceResting(session: KeycloakSession, service: ShieldService): boolean {
  return restsNow(keyOf(session, service));
}

function keyOf(session: KeycloakSession, { name, address, secret }: ShieldService): string {
  return `shield ${realmIdOf(session)} ${name} ${address} ${secret}`;
}

/** Verifies a response that must be for `bound`; counts and logs the outcome. */
export function verifyByService(
  session: KeycloakSession,
  service: ShieldService,
  response: string,
  bound: string,
): Verdict {
  const key = keyOf(session, service);
  if (!mayCall(key, RULE)) return 'failed';
  const verdict = ask(session, service, response, bound);
  reportEnd(key, verdict !== 'failed', RULE);
  countWithoutStatistic('shieldService', typeof verdict === 'object' ? 'rejected' : verdict);
  if (verdict === 'misconfigured') tally(session, SHIELD_MISCONFIGURED);
  return verdict;
}

function ask(session: KeycloakSession, service: ShieldService, response: string, bound: string): Verdict {
  const warn = (why: string) =>
    log.warn(`realm "${requireRealm(session).getName()}": the shield's service ${service.name}: ${why}`);
  const secret = secretOf(session, service);
  if (secret === null) {
    warn('the vault doesn’t give its secret');
    return 'misconfigured';
  }
  const { address, mediaType, key, body } = verificationOf(service, secret, response);
  releaseConnection(session);
  const answer = JavaDocuments.post(
    session,
    address,
    mediaType,
    key,
    body,
    TIMEOUT_MILLIS,
    callableAddresses() as never,
  );
  if (answer === null) return 'failed';
  const failure = answer.failure();
  if (failure !== null) {
    warn(failure);
    return 'failed';
  }
  const verdict = verdictOf(
    service,
    { status: Number(answer.status()), text: answer.text() },
    { host: hostOf(baseUrl(session)), bound },
  );
  if (verdict === 'failed') warn(`an answer that is none, with status ${Number(answer.status())}`);
  if (verdict === 'misconfigured') warn('it rejects the secret or the site key');
  return verdict;
}

/** The secret in the vault; null if it doesn't give one. */
function secretOf(session: KeycloakSession, { secret }: ShieldService): string | null {
  try {
    return Secrets.of(session, secret);
  } catch (failure) {
    if (!(failure instanceof Missing)) throw failure;
    return null;
  }
}

/** The host name in a URL; of an IPv6 address with its brackets. */
function hostOf(url: string): string {
  return /^https?:\/\/(\[[^\]]*\]|[^/:]*)/.exec(url)?.[1] ?? '';
}
