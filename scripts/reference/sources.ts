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

/** What each subcommand of `linkgate` says of its exit codes. */
export async function exitCodes(): Promise<[name: string, codes: string][]> {
  const all = await readFile(path.join(ROOT, 'scripts/commands/linkgate.ts'), 'utf8');
  const names = [...all.matchAll(/import\('\.\/([a-z-]+)\.ts'\)/g)].map(([, name = '']) => name);
  return await Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const help = await readFile(path.join(ROOT, `scripts/commands/${name}.ts`), 'utf8');
      const line = /^Exit code: (.*)\.$/m.exec(help)?.[1];
      if (line === undefined) throw new Failure(`the help of ${name} doesn't name its exit codes`);
      return [name, line];
    }),
  );
}

function plain(comment: string): string {
  return comment
    .replace(/\s*\n\s*\*\s?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
