/** How the client of a request object wants its response. */
import { textOf } from '../engine/bytes.ts';
import { type AnswerWish, readAnswerWish } from './request-object.ts';

const Base64 = Java.type('java.util.Base64');

/** See `readAnswerWish`. */
export function answerWishOf(request: string): AnswerWish {
  return readAnswerWish(request, (part) => textOf(Base64.getUrlDecoder().decode(part)));
}
