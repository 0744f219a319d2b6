/** Asks for a proof on a page of a sign-in. */
import type { AuthenticationFlowContext, LoginFormsProvider, Response } from 'keycloak';
import { SHIELD_PAGE, shieldAttributes, shieldHeaders } from '../../http/pages/shield.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import type { Problem } from '../../platform/errors/problem.ts';

/**
 * The page that asks for a proof, if the problem says so; null for any other.
 *
 * @param form the page's form, with the attributes that its layout needs
 */
export function shieldPage(
  context: AuthenticationFlowContext,
  form: () => LoginFormsProvider,
  asking: Problem,
): Response | null {
  if (asking.challenge === undefined) return null;
  const session = context.getSession();
  const page = form();
  for (const [name, value] of Object.entries(shieldAttributes(session, asking)))
    page.setAttribute(name, toJava(value));
  for (const [name, value] of Object.entries(shieldHeaders(session, asking)))
    page.setResponseHeader(name, value);
  return page.createForm(SHIELD_PAGE);
}
