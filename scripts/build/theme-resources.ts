/**
 * Completes `theme-resources`, which Keycloak adds to every theme: with Linkgate's pages and their scripts, the plain text of its emails,
 * and its texts, which have their one home in the theme.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const OWN = 'theme-resources';
const LOGIN = path.join('theme', 'linkgate', 'login');
const EMAIL = path.join('theme', 'linkgate', 'email');

/** The pages; their layout is the theme's own, and `theme-resources` has another one. */
const PAGE = /^linkgate-(?!layout\.)[a-z-]+\.ftl$/;
/** The scripts of Linkgate's own pages; other themes have a folder for them, so that their names stay apart. */
const SCRIPT = /^(?!(?:check-session|recovery-codes)\.)[a-z-]+\.js$/;
const SCRIPTS = path.join('resources', 'js');
/** The plain text of the emails, under the names that other themes are asked for. */
const EMAIL_TEXTS = {
  'magic-link.ftl': 'linkgate-step-link.ftl',
  'invitation.ftl': 'linkgate-invitation.ftl',
  'passkey-added.ftl': 'linkgate-passkey-added.ftl',
  'account-deleted.ftl': 'linkgate-account-deleted.ftl',
  'address-change.ftl': 'linkgate-address-change.ftl',
  'passkey-removed.ftl': 'linkgate-passkey-removed.ftl',
  'new-device.ftl': 'linkgate-new-device.ftl',
  'sign-up-rejected.ftl': 'linkgate-sign-up-rejected.ftl',
};

/** A line with one of Linkgate's texts: its key, and the rest. */
const LINE = /^(linkgate[A-Z][^#=\s]*)=.*$/;

/** The files of the JAR, by their paths below `generated/`. */
export async function themeResources(themes: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const copy = async (from: string, to: string): Promise<void> => {
    files[path.join('resources', OWN, to)] = await readFile(path.join(themes, from), 'utf8');
  };
  for (const name of await readdir(path.join(themes, LOGIN)))
    if (PAGE.test(name)) await copy(path.join(LOGIN, name), path.join('templates', name));
  const scripts = (await readdir(path.join(themes, LOGIN, SCRIPTS))).filter((name) => SCRIPT.test(name));
  for (const name of scripts) {
    const script = await readFile(path.join(themes, LOGIN, SCRIPTS, name), 'utf8');
    files[path.join('resources', OWN, 'resources', 'js', 'linkgate', name)] = oneFolderDeeper(
      script,
      scripts,
    );
  }
  for (const [name, ownName] of Object.entries(EMAIL_TEXTS))
    await copy(path.join(EMAIL, 'text', name), path.join('templates', 'text', ownName));
  for (const name of await readdir(path.join(themes, OWN, 'messages')))
    files[path.join('resources', OWN, 'messages', name)] = await messages(themes, name);
  return files;
}

/** A script's text for a folder below Keycloak's own scripts, which it imports from the folder above. */
function oneFolderDeeper(script: string, own: readonly string[]): string {
  return script.replace(/(?<=^import .*')\.\/(?=([^']+)';$)/gm, (here, name: string) =>
    own.includes(name) ? here : '../',
  );
}

/** The texts in one language: those of steps, and the theme's. Some are on a page and in an email. */
async function messages(themes: string, name: string): Promise<string> {
  const texts = new Map<string, string>();
  for (const type of [LOGIN, EMAIL])
    for (const line of (await readFile(path.join(themes, type, 'messages', name), 'utf8')).split('\n')) {
      const [, key] = LINE.exec(line) ?? [];
      if (key !== undefined) texts.set(key, line);
    }
  const own = await readFile(path.join(themes, OWN, 'messages', name), 'utf8');
  return `${own}\n${[...texts.values()].join('\n')}\n`;
}
