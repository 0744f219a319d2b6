/** Long texts without `String.repeat`, which the server's script engine lacks. */

/** A text `count` times. */
export function repeat(text: string, count: number): string {
  let all = '';
  for (let i = 0; i < count; i++) all += text;
  return all;
}
