/** What a fetched document makes of its client. */
import { describe, expect, test } from 'vitest';
import { clientOfDocument } from '../../../../provider-scripts/src/clients/document/client.ts';
import type { Representation } from '../../../../provider-scripts/src/clients/self-registered.ts';

const CLIENT_ID = 'https://agent.example/client.json';
const DEFAULTS = { defaultClientScopes: ['basic'], optionalClientScopes: ['email'] };
const REGISTRATION = { 'linkgate.registered-at': '1' };
const OTHER = { defaults: DEFAULTS, isTrusted: false, registration: REGISTRATION };
const TRUSTED = { ...OTHER, isTrusted: true };

const described = (fields: object = {}): Representation => ({
  clientId: CLIENT_ID,
  enabled: true,
  publicClient: true,
  name: 'Agent (agent.example)',
  redirectUris: ['https://agent.example/callback'],
  webOrigins: ['https://agent.example'],
  attributes: { logoUri: 'https://agent.example/logo.png' },
  ...fields,
});

const approvalOf = (client: Representation) => client.attributes?.['linkgate.approval'];

/** A client that an administrator has decided about, with a setting that only administrators make. */
function decided(approval: string, rules = OTHER): Representation {
  const made = clientOfDocument(null, described(), rules);
  return {
    ...made,
    consentRequired: false,
    clientAuthenticatorType: 'client-secret',
    description: 'Known',
    attributes: {
      ...made.attributes,
      'linkgate.branding.text': 'Welcome',
      'linkgate.approval': approval,
      'linkgate.refresh-tokens': 'session',
    },
  };
}

describe('a new client', () => {
  test('waits for approval, public, with consent and what its document claims', () => {
    const made = clientOfDocument(null, described({ fullScopeAllowed: true }), OTHER);
    expect(made).toMatchObject({
      clientId: CLIENT_ID,
      publicClient: true,
      consentRequired: true,
      standardFlowEnabled: true,
      fullScopeAllowed: false,
      name: 'Agent (agent.example)',
      webOrigins: ['https://agent.example'],
      attributes: {
        'linkgate.approval': 'pending',
        logoUri: 'https://agent.example/logo.png',
        ...REGISTRATION,
      },
    });
  });

  test('of a trusted domain is approved, with consent', () => {
    const made = clientOfDocument(null, described(), TRUSTED);
    expect(approvalOf(made)).toBe('approved');
    expect(made).toMatchObject({ consentRequired: true, name: 'Agent (agent.example)' });
  });
});

describe('a changed document', () => {
  const OTHER_NAME = described({ name: 'Your Bank (agent.example)' });
  const WITHIN = described({ redirectUris: ['https://agent.example/other'] });
  const LOOPBACK = described({ redirectUris: ['https://agent.example/callback', 'http://127.0.0.1/'] });

  test('changes nothing if it is the same', () => {
    expect(clientOfDocument(decided('approved'), described(), OTHER)).toEqual(decided('approved'));
  });

  test.each(['pending', 'anything'])('describes a client that is %s anew', (approval) => {
    const made = clientOfDocument(decided(approval), OTHER_NAME, OTHER);
    expect(made).toMatchObject({ name: 'Your Bank (agent.example)', consentRequired: false });
    expect(approvalOf(made)).toBe('pending');
  });

  test('changes an approved client’s redirect URIs within its origins', () => {
    const made = clientOfDocument(decided('approved'), WITHIN, OTHER);
    expect(made).toEqual({ ...decided('approved'), redirectUris: ['https://agent.example/other'] });
  });

  test.each([
    ['name', OTHER_NAME],
    ['redirect URI of another origin', LOOPBACK],
    ['logo', described({ attributes: { logoUri: 'https://evil.example/logo.png' } })],
  ])('with another %s lets an approved client wait again, as described', (_, document) => {
    const made = clientOfDocument(decided('approved'), document, OTHER);
    expect(approvalOf(made)).toBe('pending');
    expect(made).toMatchObject({
      name: document.name,
      redirectUris: document.redirectUris,
      consentRequired: false,
      description: 'Known',
      clientAuthenticatorType: 'client-secret',
      attributes: {
        logoUri: document.attributes?.logoUri,
        'linkgate.refresh-tokens': 'session',
        'linkgate.branding.text': 'Welcome',
      },
    });
  });

  test('of a trusted domain changes an approved client at once', () => {
    const made = clientOfDocument(decided('approved', TRUSTED), LOOPBACK, TRUSTED);
    expect(approvalOf(made)).toBe('approved');
    expect(made).toMatchObject({ redirectUris: LOOPBACK.redirectUris, consentRequired: false });
  });

  test('of a trusted domain does not approve a client that an administrator has suspended', () => {
    for (const rules of [TRUSTED, OTHER])
      for (const document of [described(), LOOPBACK])
        expect(approvalOf(clientOfDocument(decided('suspended'), document, rules))).toBe('suspended');
    expect(approvalOf(clientOfDocument(decided('pending'), described(), TRUSTED))).toBe('pending');
  });
});
