/** A client's initiate login URI, for sign-ins that a third party starts. */

import { describe, expect, test } from 'vitest';
import { initiateLoginUrl } from '../../../provider-scripts/src/clients/initiate-login.ts';
import { readSetting } from '../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../../provider-scripts/src/realm/settings/table.ts';

describe('the address', () => {
  test.each([
    ['https://app.example'],
    ['https://app.example:8443/begin?from=idp&x=%20'],
    ['https://app.example?x=1'],
    ['http://localhost:3000/spa'],
    ['http://127.0.0.1/begin'],
    ['http://[::1]:3000/'],
  ])('may be %s', (address) => {
    expect(readSetting(CLIENT.initiateLoginUri, address)).toBe(address);
  });

  test.each([
    [''],
    ['/begin'],
    ['http://app.example/begin'],
    ['http://localhost.evil.example/'],
    ['http://localhost@evil.example/'],
    ['https://user@app.example/'],
    ['https:///begin'],
    ['https://app.example/#x'],
    ['https://app.example/ x'],
    ['https://app.example/{x}'],
    ['https://app.example/%zz'],
    ['javascript:alert(1)'],
    ['com.example.app:/begin'],
    ['https://app.example/\nx'],
  ])('is absent if it is "%s"', (address) => {
    expect(readSetting(CLIENT.initiateLoginUri, address)).toBe('');
  });

  test('is missing if there is no attribute', () => {
    expect(readSetting(CLIENT.initiateLoginUri, null)).toBe('');
  });
});

describe('a browser that is redirected there', () => {
  test('has the issuer and the user as parameters', () => {
    expect(initiateLoginUrl('https://app.example/begin', 'https://id.example/r', 'a+b@example.com')).toBe(
      'https://app.example/begin?iss=https%3A%2F%2Fid.example%2Fr&login_hint=a%2Bb%40example.com',
    );
  });

  test('retains the URL’s query', () => {
    expect(initiateLoginUrl('https://app.example/?x=1', 'i', 'h')).toBe(
      'https://app.example/?x=1&iss=i&login_hint=h',
    );
  });
});
