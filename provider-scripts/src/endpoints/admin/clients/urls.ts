/** The URLs at which an invited user arrives at a client: its home URL and its initiate login URI (contract, section 4.16). */

import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { invalidFieldsResponse } from '../../../http/response/responses.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { homeUrl } from '../../../realm/branding/way-back.ts';
import { findingsOf } from '../../../realm/settings/read.ts';
import { CLIENT } from '../../../realm/settings/table.ts';
import { withManagedClient } from './find.ts';
import { shownClient } from './shown.ts';
import { changeVersioned, emitUpdate, isOutdated, writeAttributes } from './versioned.ts';

/** The length of Keycloak's column, in characters. */
const MAX_HOME_LENGTH = 255;
const MAX_LOGIN_URI_LENGTH = 2000;

/** The URLs; empty texts for none. */
interface Urls {
  base_url: string;
  initiate_login_uri: string;
}

/** Sets both URLs of the client that was shown. */
export function setUrls(call: AdminCall): Response {
  return withManagedClient(call, ['base_url', 'initiate_login_uri', 'version'], (client, object) => {
    const read = readUrls(call.session, client, object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { urls, version } = read;
    const attributes = { [CLIENT.initiateLoginUri.name]: urls.initiate_login_uri };
    return changeVersioned(call, client, {
      hasChanged: isOutdated(version),
      write: (_, written) => {
        written.setBaseUrl(urls.base_url === '' ? null : urls.base_url);
        writeAttributes(written, attributes);
        return null;
      },
      respond: shownClient,
      emit: () => emitUpdate(call, client, { baseUrl: urls.base_url, attributes }),
    });
  });
}

function readUrls(
  session: KeycloakSession,
  client: ClientModel,
  object: Record<string, unknown>,
): { urls: Urls; version: string } | { details: FieldProblem[] } {
  const { version } = object;
  const details: FieldProblem[] = [];
  const text = (field: keyof Urls): string => {
    const value = object[field] ?? '';
    if (typeof value === 'string') return value.trim();
    details.push(fieldProblem(field, 'not_a_string'));
    return '';
  };
  const urls: Urls = { base_url: text('base_url'), initiate_login_uri: text('initiate_login_uri') };
  if (urls.base_url.length > MAX_HOME_LENGTH)
    details.push(fieldProblem('base_url', 'too_long', { max: MAX_HOME_LENGTH }));
  else if (urls.base_url !== '' && homeUrl(session, client.getRootUrl(), urls.base_url) === null)
    details.push(fieldProblem('base_url', 'client_home_url_malformed'));
  const { initiate_login_uri: login } = urls;
  if (login.length > MAX_LOGIN_URI_LENGTH || findingsOf(CLIENT.initiateLoginUri, login).length > 0)
    details.push(
      fieldProblem('initiate_login_uri', 'branding_logo_malformed', { max: MAX_LOGIN_URI_LENGTH }),
    );
  if (typeof version !== 'string') details.push(fieldProblem('version', 'version_required'));
  return details.length > 0 ? { details } : { urls, version: version as string };
}
