/** Hashes under a realm's internal key: they reveal nothing of a text, and stay valid while a key that made them is kept. */
import type { KeycloakSession } from 'keycloak';
import { bytesOf, sha256 } from '../engine/bytes.ts';
import { readToken, signToken, type TokenKind } from './signed-token.ts';

const Base64Url = Java.type('org.keycloak.common.util.Base64Url');

const HASH: TokenKind = { type: 'linkgate-hash+jwt', audience: null };

/** The hash of a text: a token's header, with the key's identifier, and its signature, without what it signs. */
export function keyedHash(session: KeycloakSession, text: string): string {
  const [header, , signature] = signToken(session, HASH, contentOf(text)).split('.');
  return `${header}.${signature}`;
}

/** Whether a hash is the text's. */
export function isKeyedHash(session: KeycloakSession, hash: string, text: string): boolean {
  const [header, signature] = hash.split('.');
  const payload = Base64Url.encode(bytesOf(JSON.stringify(contentOf(text))));
  return readToken(session, HASH, `${header}.${payload}.${signature}`) !== null;
}

function contentOf(text: string): { hash: string } {
  return { hash: sha256(text) };
}
