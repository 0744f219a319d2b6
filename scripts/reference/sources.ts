/** Reads from sources what can't be imported: comments, and constants of modules that need the server's own classes. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';

const PLUGIN = 'provider-scripts/src';

/** The comment before each member of a file's table, by the member's name. */
export async function memberComments(file: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(ROOT, PLUGIN, file), 'utf8');
  const found = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n\s+(\w+): /g);
  return new Map([...found].map(([, comment = '', name = '']) => [name, plain(comment)]));
}

/** The members of a type that is a union of texts. */
export async function unionMembers(file: string, name: string): Promise<string[]> {
  const text = await readFile(path.join(ROOT, PLUGIN, file), 'utf8');
  const [, union = ''] = new RegExp(`type ${name} =([^;]*);`).exec(text) ?? [];
  return [...union.matchAll(/'([^']+)'/g)].map(([, member = '']) => member);
}

/** A whole number that a file declares as a constant. */
export async function declaredNumber(file: string, name: string): Promise<number> {
  const text = await readFile(path.join(ROOT, PLUGIN, file), 'utf8');
  const digits = new RegExp(String.raw`const ${name} = ([\d_]+);`).exec(text)?.[1];
  if (digits === undefined) throw new Failure(`${PLUGIN}/${file} has no ${name}`);
  return Number(digits.replaceAll('_', ''));
}

function plain(comment: string): string {
  return comment
    .replace(/\s*\n\s*\*\s?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
