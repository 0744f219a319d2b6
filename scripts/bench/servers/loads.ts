/** The loads of the parts. */

import type { Load } from '../load/closed-loop.ts';
import { signIn } from '../load/sign-in.ts';
import { clientCredentials, passwordSignIn } from '../load/stock-realm.ts';
import { user } from '../load/users.ts';
import { userWithPassword } from './realms.ts';
import type { BenchServer } from './server.ts';

/** So many that none approaches the limit of a hundred requests a minute, although each request is counted. */
const CALLERS = 4096;

/** Whole sign-ins in the sample realm. */
export function signInLoad(server: BenchServer, count: number, clients: number): Load {
  return { count, clients, work: () => signIn(server.linkgate, server.nextUser()) };
}

/** Client-credentials requests on Keycloak's own path in the stock realm. */
export function credentialsLoad(server: BenchServer, count: number, clients: number): Load {
  return { count, clients, work: (number) => clientCredentials(server.stockRealm, caller(number)) };
}

/** Sign-ins with Keycloak's password form in the stock realm. */
export function passwordLoad(server: BenchServer, count: number, clients: number): Load {
  return { count, clients, work: (number) => passwordSignIn(server.stockRealm, userWithPassword(number)) };
}

/** The caller of a request without a user: IP addresses alternate, so that none reaches a limit. */
export function caller(number: number) {
  return user(number % CALLERS);
}
