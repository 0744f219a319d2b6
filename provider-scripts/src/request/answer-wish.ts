/** How the client of a request object wants its response. */
import { type AnswerWish, readAnswerWish } from './request-object.ts';

const Base64 = Java.type('java.util.Base64');
const JavaString = Java.type('java.lang.String');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');

/** See `readAnswerWish`. */
export function answerWishOf(request: string): AnswerWish {
  return readAnswerWish(request, (part) =>
    String(new JavaString(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8)),
  );
}
