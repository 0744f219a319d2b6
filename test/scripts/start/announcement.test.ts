/** The message shown when a sample installation runs. */
import { describe, expect, test } from 'vitest';
import { announcement } from '../../../scripts/start/announcement.ts';
import { describeRun } from '../../../scripts/start/run-json.ts';

const secrets = {
  ADMIN_PASSWORD: 'admin-password',
  DEMO_WEB_SECRET: 'web-secret',
  DEMO_SHOP_SECRET: 'shop-secret',
  DEMO_SERVICE_SECRET: 'service-secret',
  DEMO_PENDING_SECRET: 'pending-secret',
  BETA_WEB_SECRET: 'beta-secret',
  BETA_REFERRAL_CODE: 'ABCDEFGHJKMN',
};
const run = describeRun({
  ports: { keycloak: 8080, management: 9000, inbox: 1080, smtp: 1025, demo: 3000 },
  secrets,
  admin: { username: 'admin', password: secrets.ADMIN_PASSWORD },
});

describe('the announcement', () => {
  test('names the URLs and how to stop, and no secret', () => {
    const text = announcement(run, { runFile: 'run.json', log: 'the.log', stop: 'Ctrl-C', isPrivate: true });
    for (const word of [
      run.demo_url,
      run.inbox_url,
      run.base_url,
      run.administration.email,
      'run.json',
      'the.log',
      'Ctrl-C stops',
    ])
      expect(text).toContain(word);
    expect(text).toContain(secrets.BETA_REFERRAL_CODE);
    const { BETA_REFERRAL_CODE: _, ...hidden } = secrets;
    for (const secret of Object.values(hidden)) expect(text).not.toContain(secret);
  });

  test('ends with the next step, in one line', () => {
    const text = announcement(run, { runFile: 'run.json', log: 'the.log', stop: 'Ctrl-C', isPrivate: true });
    const lines = text.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('Next: '))).toEqual([lines.at(-1)]);
    expect(lines.at(-1)).toContain(`open ${run.demo_url} in a browser, choose "Sign in to Demo"`);
    expect(lines.at(-1)?.length).toBeLessThan(120);
  });

  test('omits the referral code from output that others may store', () => {
    const place = { runFile: 'run.json', log: 'logs', stop: 'docker compose down', isPrivate: false };
    const text = announcement(run, place);
    expect(text).not.toContain(secrets.BETA_REFERRAL_CODE);
    expect(text).toContain('docker compose down stops everything');
  });
});
