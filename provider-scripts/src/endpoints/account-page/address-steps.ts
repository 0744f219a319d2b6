/**
 * `/my-account/address`: opens a link of a change of address, in any browser: it proves the mailbox, and nothing else. Opening it only shows a
 * page, so that link scanners confirm nothing.
 */
import type { KeycloakSession, Response } from 'keycloak';
import { confirmKey, isConfirmed } from '../../http/pages/confirm-key.ts';
import { page } from '../../http/pages/page.ts';
import { formField } from '../../http/request/form-field.ts';
import { isPrefetch } from '../../http/request/prefetch.ts';
import { noContent } from '../../http/response/responses.ts';
import { type AddressChange, isPending } from '../../links/address-change/change.ts';
import { confirmChange, stopChange } from '../../links/address-change/confirm.ts';
import { findChange } from '../../links/address-change/rows.ts';
import { type ReadToken, readChangeToken } from '../../links/address-change/tokens.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { problem } from '../../platform/errors/problem.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { inSameLanguage } from '../../realm/language/same-language.ts';
import { accountPageUrl } from '../../realm/settings/account-page-policy.ts';
import { ADDRESS_PATH } from './address-request.ts';

const PAGE = 'linkgate-address.ftl';

/** Responds to a request for such a link, or to the form of its page. */
export function openAddressLink(session: KeycloakSession, method: string): Response {
  if (method === 'HEAD' || isPrefetch(session)) return noContent(session).build();
  const given = method === 'POST' ? formField(session, 'token') : queryParameter(session, 'token');
  const token = readChangeToken(given ?? '');
  const now = currentTime();
  const change = token === null ? null : findChange(session, token);
  if (token === null || change === null || !isPending(change, now)) return showEnd(session, 'invalid');
  if (method !== 'POST' || !isConfirmed(session)) return ask(session, token, change);
  if (formField(session, 'stop') !== null)
    return showEnd(session, stopChange(session, token) ? 'stopped' : 'invalid');
  return showEnd(session, confirmChange(session, token, now));
}

function ask(session: KeycloakSession, { token, side }: ReadToken, { newEmail }: AddressChange): Response {
  return page(session, PAGE, 200, {
    state: 'confirm',
    action: inSameLanguage(session, `${accountPageUrl(session)}/${ADDRESS_PATH}`),
    token,
    side,
    newEmail,
    confirmKey: confirmKey(session),
  });
}

function showEnd(session: KeycloakSession, state: 'half' | 'changed' | 'stopped' | 'invalid'): Response {
  const status = state === 'invalid' ? problem('not_found').status : 200;
  return page(session, PAGE, status, {
    state,
    home: state === 'changed' ? inSameLanguage(session, accountPageUrl(session)) : null,
  });
}
