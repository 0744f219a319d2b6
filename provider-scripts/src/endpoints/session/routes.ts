/** The paths below `/session` and the methods of each (contract, section 4.10). */

/** The actions of the endpoint. */
export type SessionAction = 'show' | 'sign-out' | 'list-consents' | 'revoke-consent' | 'forget-account';

const ROUTES: readonly { path: RegExp; actions: Record<string, SessionAction> }[] = [
  { path: /^$/, actions: { GET: 'show', DELETE: 'sign-out' } },
  { path: /^consents$/, actions: { GET: 'list-consents' } },
  { path: /^consents\/(.+)$/, actions: { DELETE: 'revoke-consent' } },
  { path: /^accounts\/([^/]+)$/, actions: { DELETE: 'forget-account' } },
];

/** A known path: its methods, the action of the requested one, and the id in the path. */
export interface SessionRoute {
  methods: string[];
  action: SessionAction | null;
  name: string;
}

/**
 * Finds the route of a path below `/session`, without leading or trailing slashes; null if there is none. `HEAD` is handled like `GET`.
 */
export function findRoute(method: string, path: string): SessionRoute | null {
  for (const { path: shape, actions } of ROUTES) {
    const match = shape.exec(path);
    if (match === null) continue;
    const lookedUp = method === 'HEAD' ? 'GET' : method;
    const methods = Object.keys(actions);
    return {
      methods: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'],
      action: Object.hasOwn(actions, lookedUp) ? (actions[lookedUp] ?? null) : null,
      name: match[1] ?? '',
    };
  }
  return null;
}
