/** Texts as bytes, and their hashes. */
import type { JavaArray } from 'keycloak';

const HashUtils = Java.type('org.keycloak.jose.jws.crypto.HashUtils');
const JavaString = Java.type('java.lang.String');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');

/** A text's SHA-256, base64url. */
export function sha256(text: string): string {
  return HashUtils.sha256UrlEncodedHash(text, StandardCharsets.UTF_8);
}

/** A text in UTF-8. */
export function bytesOf(text: string): JavaArray<number> {
  return new JavaString(text).getBytes(StandardCharsets.UTF_8);
}

/** Decodes UTF-8; invalid bytes become U+FFFD. */
export function textOf(bytes: JavaArray<number>): string {
  return String(new JavaString(bytes, StandardCharsets.UTF_8));
}
