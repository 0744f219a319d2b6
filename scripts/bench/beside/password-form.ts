/** An example for `--beside JAR --script`: Keycloak's own password form, in a stock realm of a server with that JAR. */
import { passwordSignIn } from '../load/stock-realm.ts';
import type { BesideScript } from '../parts/beside.ts';
import { userWithPassword } from '../servers/realms.ts';

const prepare: BesideScript = async (server) => {
  await server.makeStockRealm();
  return (number) => passwordSignIn(server.stockRealm, userWithPassword(number));
};

export default prepare;
