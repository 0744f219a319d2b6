/** Keycloak's own objects are distinguished from custom ones. */
import { describe, expect, test } from 'vitest';
import { isStockKey, isStockMapper } from '../../../scripts/seed/stock.ts';

describe('Keycloak’s own key providers', () => {
  test.each([
    ['rsa-enc-generated', 'rsa-enc-generated', true],
    ['hmac-generated-hs512', 'hmac-generated', true],
    ['fallback-ES256', 'ecdsa-generated', true],
    ['rsa-generated', 'ecdsa-generated', false],
    ['ours', 'rsa-enc-generated', false],
    ['constructor', 'rsa-generated', false],
  ])('%s of the kind %s: %s', (name, providerId, isStock) => {
    expect(isStockKey({ name, providerId })).toBe(isStock);
  });
});

describe('Keycloak’s own mappers', () => {
  test.each([
    ['profile', 'nickname', true],
    ['service_account', 'Client Host', true],
    ['profile', 'department', false],
    ['email', 'nickname', false],
    ['a scope of Linkgate’s', 'nickname', false],
    ['constructor', 'name', false],
  ])('in the scope %s, %s: %s', (scope, name, isStock) => {
    expect(isStockMapper(scope, { name })).toBe(isStock);
  });
});
