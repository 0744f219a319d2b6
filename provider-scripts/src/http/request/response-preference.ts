/** Reads the response preferences of a request object, with Java's decoder. */
import { textOf } from '../../platform/engine/bytes.ts';
import { type ResponsePreference, readResponsePreference } from './request-object.ts';

const Base64 = Java.type('java.util.Base64');

/** See `readResponsePreference`. */
export function responsePreferenceOf(request: string): ResponsePreference {
  return readResponsePreference(request, (part) => textOf(Base64.getUrlDecoder().decode(part)));
}
