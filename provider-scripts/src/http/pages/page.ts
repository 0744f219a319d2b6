/** Shows one of Linkgate's pages outside a sign-in flow, in the realm's login theme, whatever it is (`theme-resources`). */
import type { KeycloakSession, Response } from 'keycloak';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { addBranding } from './reject-by-page.ts';

const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');

/** Renders a page with `no-store`; omits null attributes. */
export function page(
  session: KeycloakSession,
  template: string,
  status: number,
  attributes: Record<string, JsonValue>,
  headers: Record<string, string> = {},
): Response {
  const forms = session.getProvider(LoginFormsProvider.class);
  addBranding(session, forms);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null) forms.setAttribute(name, toJava(value));
  const response = JavaResponse.fromResponse(forms.createForm(template))
    .status(status)
    .header('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers)) response.header(name, value);
  return response.build();
}
