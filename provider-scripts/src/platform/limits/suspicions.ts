/** The reasons for which the shield suspects a request for an email, as meters, statistics, events and the admin API publish them. */

/**
 * `ip`, `network`: its IP, or the network around it, has used half the limit by IP; `address`: what was typed was given from many networks;
 * `realm`: far more requests than usual are for unknown accounts.
 */
export const SUSPICIONS = ['ip', 'network', 'address', 'realm'] as const;
export type Suspicion = (typeof SUSPICIONS)[number];
