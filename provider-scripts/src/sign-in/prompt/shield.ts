/** Asks for a proof on a page of a sign-in. */
import type { AuthenticationFlowContext, LoginFormsProvider, Response } from 'keycloak';
import { SHIELD_PAGE, shieldAttributes } from '../../http/pages/shield.ts';
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
  { challenge }: Problem,
): Response | null {
  if (challenge === undefined) return null;
  const page = form();
  for (const [name, value] of Object.entries(shieldAttributes(context.getSession(), challenge)))
    page.setAttribute(name, toJava(value));
  return page.createForm(SHIELD_PAGE);
}
