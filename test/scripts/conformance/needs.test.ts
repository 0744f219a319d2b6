/** A check's missing requirements are named by the options that supply them. */
import { describe, expect, test } from 'vitest';
import { missingNeed, type Need } from '../../../scripts/conformance/probe/needs.ts';
import type { Target } from '../../../scripts/conformance/probe/target.ts';

const client = { client_id: 'c', client_secret: 's', redirect_uri: 'https://app.example/callback' };
const target = (clients: Target['clients'], inboxUrl?: string): Target => ({
  baseUrl: 'https://id.example/realms/main',
  clients,
  ...(inboxUrl && { inboxUrl }),
});

describe('a need', () => {
  test.each<[Need, Target, string]>([
    ['confidential', target({}), '--client-id, CLIENT_SECRET, --redirect-uri'],
    ['confidential', target({ confidential: { client_id: 'c', client_secret: 's' } }), '--redirect-uri'],
    ['confidential', target({ confidential: { ...client, client_secret: '' } }), 'CLIENT_SECRET'],
    ['other', target({ other: { client_id: 'c', redirect_uri: 'r' } }), 'OTHER_CLIENT_SECRET'],
    ['public', target({ public: { client_id: 'c' } }), '--public-redirect-uri'],
    ['service', target({ service: { client_id: 'c' } }), 'SERVICE_CLIENT_SECRET'],
    ['pending', target({}), '--pending-client-id, PENDING_CLIENT_SECRET'],
    ['inbox', target({}, 'http://localhost:1080'), '--client-id, CLIENT_SECRET, --redirect-uri'],
    ['inbox', target({ confidential: client }), '--inbox'],
    ['emailTo', target({ confidential: client }), '--email-to'],
    ['referral', target({ confidential: client }), 'REFERRAL_CODE'],
  ])('of %s names what is missing', (need, given, missing) => {
    expect(missingNeed(need, given)).toMatch(new RegExp(`^needs an? .*; missing: ${missing}$`));
  });

  test.each<Need>(['confidential', 'inbox'])('of %s is met by all of it', (need) => {
    expect(missingNeed(need, target({ confidential: client }, 'http://localhost:1080'))).toBeUndefined();
  });

  test('of a public client is met without a secret', () => {
    expect(missingNeed('public', target({ public: { client_id: 'c', redirect_uri: 'r' } }))).toBeUndefined();
  });
});
