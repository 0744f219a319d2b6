/**
 * Fetches the lists of disposable domains that realms name by an address: daily, on one node for all, as the list is rows that all nodes read. It
 * runs on a thread of its own, never on a request's, and nothing that a stranger sends causes it. What can't be fetched leaves the list as it is.
 */
import type { KeycloakSession, KeycloakSessionFactory } from 'keycloak';
import { inBackground } from '../platform/database/background.ts';
import { inOwnTransaction, inRetriedTransaction, releaseConnection } from '../platform/database/sql.ts';
import { currentTime } from '../platform/engine/clock.ts';
import { log } from '../platform/engine/log.ts';
import { inOneLine } from '../platform/engine/one-line.ts';
import { SECONDS_PER_DAY } from '../platform/engine/time.ts';
import { type Finding, finding } from '../platform/errors/finding.ts';
import { callableAddresses } from '../platform/keycloak/callable.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { OWN_LIST } from '../realm/sign-up-rules/candidates.ts';
import {
  claimFetch,
  deleteFetchedList,
  findFetchedList,
  lockClaimed,
  postponeFetch,
  realmsWithList,
  recordFetched,
  recordUnfetched,
} from '../realm/sign-up-rules/fetched-rows.ts';
import { clearList, listEntries, replaceEntries } from '../realm/sign-up-rules/rows.ts';
import { ruleSettingsOf } from '../realm/sign-up-rules/rules.ts';
import { readDomainList } from './address/domain-list.ts';
import { readDisposableDomain } from './address/sign-up-entry.ts';

const JavaDocuments = Java.type('org.linkgate.host.Documents');

const MAX_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MILLIS = 30_000;

/** When a list is fetched again: once it was, once it couldn't be, and if the node was busy with others. */
const INTERVALS = { fetched: SECONDS_PER_DAY, failed: 3600, busy: 300 } as const;

/** An entity tag (RFC 9110, section 8.8.3) that fits into its column; others aren't used. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,190}"$/;

/** The longest text of a failure. */
const MAX_FAILURE_LENGTH = 200;

/** Fetches what is due, in the background. */
export function fetchDueLists(session: KeycloakSession): void {
  const realms = realmsWithList(session);
  if (realms.length > 0) inTurn(session.getKeycloakSessionFactory(), realms, false);
}

/** Fetches the realm's list, which needn't be due, in the background. */
export function fetchListSoon(session: KeycloakSession): void {
  inTurn(session.getKeycloakSessionFactory(), [requireRealm(session).getId()], true);
}

function inTurn(factory: KeycloakSessionFactory, realmIds: readonly string[], isAsked: boolean): void {
  inBackground(factory, 'fetching lists of disposable domains', (session) => {
    for (const id of realmIds)
      inOwnTransaction(session, (realmSession) => {
        const realm = realmSession.realms().getRealm(id);
        if (realm === null) return;
        realmSession.getContext().setRealm(realm);
        try {
          fetchOne(realmSession, isAsked);
        } catch (failure) {
          // One realm's doesn't keep the others from theirs; it is tried again once its claim is over.
          log.error(`realm "${realm.getName()}": ${inOneLine(String(failure)).slice(0, MAX_FAILURE_LENGTH)}`);
        }
      });
  });
}

function fetchOne(session: KeycloakSession, isAsked: boolean): void {
  const { isOn, disposable, listAddress: address } = ruleSettingsOf(requireRealm(session));
  if (address === '') {
    forget(session);
    return;
  }
  if (!isAsked && (!isOn || disposable === 'off')) return;
  const now = currentTime();
  const claimed = inRetriedTransaction(session, (own) => claimFetch(own, address, now, isAsked));
  if (claimed === null) return;
  const { etag, until } = claimed;
  const fetched = fetchText(session, address, etag);
  const result = 'text' in fetched ? readDomainList(fetched.text, address, readDisposableDomain) : fetched;
  inOwnTransaction(session, (own) => {
    if (!lockClaimed(own, address, until)) return;
    const at = currentTime();
    if ('wrong' in result) recordUnfetched(own, result.wrong, at, at + INTERVALS.failed);
    else if ('busy' in result) postponeFetch(own, at + INTERVALS.busy);
    else if ('unchanged' in result) recordFetched(own, etag, at, at + INTERVALS.fetched);
    else {
      const after = [OWN_LIST, ...result.domains];
      replaceEntries(own, 'fetched', { before: listEntries(own, 'fetched'), after });
      recordFetched(own, 'etag' in fetched ? fetched.etag : null, at, at + INTERVALS.fetched);
    }
  });
  if ('wrong' in result)
    log.warn(`realm "${requireRealm(session).getName()}": ${inOneLine(result.wrong.message)}`);
}

/** Deletes what was fetched from an address that the realm no longer names. */
function forget(session: KeycloakSession): void {
  if (findFetchedList(session) === null) return;
  inOwnTransaction(session, (own) => {
    clearList(own, 'fetched');
    deleteFetchedList(own);
  });
}

/** The text at an address; that it is what its entity tag names; why there is none; or that this node is busy. */
type Fetched =
  | { text: string; etag: string | null }
  | { unchanged: true }
  | { busy: true }
  | { wrong: Finding };

function fetchText(session: KeycloakSession, address: string, etag: string | null): Fetched {
  // No connection, and no lock, is held meanwhile.
  releaseConnection(session);
  const document = JavaDocuments.fetchText(
    session,
    address,
    etag ?? '',
    MAX_BYTES,
    TIMEOUT_MILLIS,
    callableAddresses() as never,
  );
  if (document === null) return { busy: true };
  const failure = document.failure();
  if (failure !== null) {
    const why = inOneLine(failure).slice(0, MAX_FAILURE_LENGTH);
    return { wrong: finding('domain-list-unreachable', { address, failure: why }) };
  }
  const status = Number(document.status());
  if (status === 304 && etag !== null) return { unchanged: true };
  if (status !== 200) return { wrong: finding('domain-list-status', { address, status }) };
  const tag = document.etag();
  return { text: document.text(), etag: ETAG.test(tag) ? tag : null };
}
