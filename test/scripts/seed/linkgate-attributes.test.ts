/** How seeding rejects `linkgate.…` attributes that the plugin would not accept. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../scripts/json.ts';
import { checkLinkgateAttributes } from '../../../scripts/seed/linkgate-attributes.ts';

const check = (attributes: object) => () => checkLinkgateAttributes('acme.json', attributes as JsonObject);

describe('an attribute for links that backends request', () => {
  test.each([
    { 'linkgate.backend-links': 'true' },
    { 'linkgate.backend-links': 'false' },
    { 'linkgate.invitations': 'true' },
    { 'linkgate.initiate-login-uri': 'https://shop.example/begin?from=id' },
    { 'linkgate.initiate-login-uri': 'http://localhost:3000/spa' },
  ])('may be %j', (attributes) => {
    expect(check(attributes)).not.toThrow();
  });

  test.each([
    [{ 'linkgate.backend-links': 'yes' }, 'linkgate.backend-links: not of the form'],
    [
      { 'linkgate.initiate-login-uri': 'http://shop.example/' },
      'linkgate.initiate-login-uri: not of the form',
    ],
    [{ 'linkgate.initiate-login-uri': '/begin' }, 'linkgate.initiate-login-uri: not of the form'],
    [{ 'linkgate.invitations': '1' }, 'linkgate.invitations: not of the form'],
    [{ 'linkgate.backend-link': 'true' }, 'linkgate.backend-link: unknown'],
    [{ 'linkgate.second-factor': 'always' }, 'linkgate.second-factor: not in files'],
  ])('may not be %j', (attributes, message) => {
    expect(check(attributes)).toThrow(`acme.json: ${message}`);
  });
});

describe('an attribute for repeated refreshes', () => {
  test.each(['off', 'on'])('may be %s', (value) => {
    expect(check({ 'linkgate.refresh-grace': value })).not.toThrow();
  });

  test.each(['true', '10', ''])('may not be "%s"', (value) => {
    expect(check({ 'linkgate.refresh-grace': value })).toThrow('linkgate.refresh-grace: not of the form');
  });
});

describe('an attribute for proofs of possession', () => {
  test.each([
    { 'linkgate.dpop': 'off' },
    { 'linkgate.dpop': 'off', 'dpop.bound.access.tokens': null },
    { 'linkgate.dpop': 'required', 'dpop.bound.access.tokens': 'true' },
  ])('may be %j', (attributes) => {
    expect(check(attributes)).not.toThrow();
  });

  test.each([
    [
      { 'linkgate.dpop': 'on', 'dpop.bound.access.tokens': 'true' },
      'linkgate.dpop: not of the form ^(off|required)$',
    ],
    [{ 'linkgate.dpop': 'required' }, "linkgate.dpop is required, but dpop.bound.access.tokens isn't true"],
    [{ 'dpop.bound.access.tokens': 'true' }, 'dpop.bound.access.tokens is true'],
  ])('may not be %j', (attributes, message) => {
    expect(check(attributes)).toThrow(`acme.json: ${message}`);
  });
});
