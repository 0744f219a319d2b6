/** Texts as bytes, and their hashes. */
import type { JavaArray } from 'keycloak';

const HashUtils = Java.type('org.keycloak.jose.jws.crypto.HashUtils');
const JavaString = Java.type('java.lang.String');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');

/** 192 bits in base64url: a client must not find two descriptions with the same version. */
const VERSION_LENGTH = 32;

/** A text's SHA-256, base64url. */
export function sha256(text: string): string {
  return HashUtils.sha256UrlEncodedHash(text, StandardCharsets.UTF_8);
}

/** Identifies a state that a caller saw: a change that names another one is rejected. */
export function versionOfState(text: string): string {
  return sha256(text).slice(0, VERSION_LENGTH);
}

/** A text in UTF-8. */
export function bytesOf(text: string): JavaArray<number> {
  return new JavaString(text).getBytes(StandardCharsets.UTF_8);
}

/** Decodes UTF-8; invalid bytes become U+FFFD. */
export function textOf(bytes: JavaArray<number>): string {
  return String(new JavaString(bytes, StandardCharsets.UTF_8));
}
