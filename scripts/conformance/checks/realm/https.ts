/** The realm is served over https, unless it is on this machine. */
import type { Check } from '../../probe/check.ts';
import { expectThat } from '../../probe/fault.ts';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export const HTTPS: Check = {
  name: 'https',
  proves: 'contract 5',
  realms: 'both',
  fix: 'give Keycloak a certificate (https-certificate-file), or a proxy in front with proxy-headers and hostname=https://…',
  run: async ({ target }) => {
    const { protocol, hostname } = new URL(target.baseUrl);
    expectThat(protocol === 'https:' || LOOPBACK.includes(hostname), `${target.baseUrl} is http`);
  },
};
