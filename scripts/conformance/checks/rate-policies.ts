/** Every limit of the contract is in force. */
import { type Check, expectNone } from '../check.ts';

/** The contract's limits, as the realm attributes have them: count/seconds. */
const POLICIES = {
  'linkgate.rate.link-email': '20/3600',
  'linkgate.rate.link-ip': '100/3600',
  'linkgate.rate.general': '100/60',
  'linkgate.rate.session': '20/60',
} as const;

export const RATE_POLICIES: Check = {
  name: 'rate-policies',
  proves: 'contract 8',
  needs: ['admin'],
  mend: `set the realm attribute: kcadm.sh update realms/<realm> -s 'attributes."linkgate.rate.general"=100/60', or run npm run seed`,
  run: async ({ configuration }) => {
    const attributes = await configuration.attributes();
    expectNone(
      Object.entries(POLICIES)
        .filter(([name, value]) => attributes[name] !== value)
        .map(([name, value]) => `${name} is ${attributes[name] ?? 'not set'} instead of ${value}`),
    );
  },
};
