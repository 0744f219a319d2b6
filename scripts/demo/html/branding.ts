/** The names under which the demo appears: one for each relying party, so that a user sees four applications. */

export const APPLICATIONS = {
  web: { name: 'Demo', home: '/web' },
  shop: { name: 'Demo Shop', home: '/shop' },
  spa: { name: 'Demo Page', home: '/spa' },
  beta: { name: 'Demo Beta', home: '/beta' },
} as const;

export type ApplicationId = keyof typeof APPLICATIONS;
