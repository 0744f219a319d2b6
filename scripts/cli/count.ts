/** Says how many there are of something. */
import { grouped } from './markdown.ts';

/** Such as `1 user` and `1,000 users`; `many` where the plural isn't the word with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
