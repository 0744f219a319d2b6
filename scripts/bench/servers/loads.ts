/** The loads of the parts. */

import type { Load } from '../load/closed-loop.ts';
import { clientCredentials, passwordSignIn } from '../load/plain-realm.ts';
import { signIn } from '../load/sign-in.ts';
import { user } from '../load/users.ts';
import { userWithPassword } from './realms.ts';
import type { BenchServer } from './server.ts';

/** With this many callers none approaches a hundred requests a minute, but each request is still counted. */
const CALLERS = 4096;

/** Whole sign-ins in the sample realm. */
export function signInLoad(server: BenchServer, count: number, clients: number): Load {
  return { count, clients, work: () => signIn(server.linkgate, server.nextUser()) };
}

/** Client-credentials requests on Keycloak's own path in the plain realm. */
export function credentialsLoad(server: BenchServer, count: number, clients: number): Load {
  return { count, clients, work: (number) => clientCredentials(server.plain, caller(number)) };
}

/** Sign-ins with Keycloak's password form in the plain realm. */
export function passwordLoad(server: BenchServer, count: number, clients: number): Load {
  return { count, clients, work: (number) => passwordSignIn(server.plain, userWithPassword(number)) };
}

/** The origin of a request that isn't a user's: networks alternate, so that none reaches a limit. */
export function caller(number: number) {
  return user(number % CALLERS);
}
