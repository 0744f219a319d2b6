/** The demo's four applications. */

export const APPLICATIONS = {
  web: { name: 'Demo', home: '/web' },
  shop: { name: 'Demo Shop', home: '/shop' },
  spa: { name: 'Demo Page', home: '/spa' },
  beta: { name: 'Demo Beta', home: '/beta' },
} as const;

export type ApplicationId = keyof typeof APPLICATIONS;
