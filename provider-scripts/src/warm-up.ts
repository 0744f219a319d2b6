/** Exercises the rules that every sign-in runs, so that the first person doesn't wait for the engine to compile them. */
import { normaliseAddress } from './address/normalise.ts';
import { readBrand } from './branding/brand.ts';
import { readBody } from './magic-link/request/body.ts';
import { showMeters } from './metrics/count.ts';
import { discoveryDocument } from './protocol/discovery.ts';
import { checkPkce } from './protocol/pkce.ts';
import { checkScope } from './protocol/scope.ts';
import { parseSettings } from './settings/parse.ts';

/** Called by the host many times before the server takes requests. */
export function warmUp(): void {
  normaliseAddress('Warm.Up@Example.com', (domain) => domain);
  readBody('{"email":"a@example.com","client_id":"c","redirect_uri":"https://example.com/cb"}');
  checkScope('openid profile email');
  checkPkce(true, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'S256');
  readBrand(() => null);
  parseSettings(
    () => null,
    () => {},
  );
  showMeters();
  discoveryDocument('https://example.com/realms/r');
}
