/**
 * `npm run linkgate`: runs a command that administers servers. The commands need no clone: the npm package contains the same
 * program (built by `scripts/release/npm-package.ts`).
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { command } from './command.ts';

/** Each command parses its own arguments and runs when it is loaded. */
const COMMANDS: Readonly<Record<string, { summary: string; load: () => Promise<unknown> }>> = {
  seed: { summary: 'creates or fixes realms from declarations', load: () => import('./seed.ts') },
  conformance: {
    summary: 'checks where a running realm deviates from the contract',
    load: () => import('./conformance.ts'),
  },
  'add-step': {
    summary: 'adds a sign-in by link to a flow of a stock realm',
    load: () => import('./add-step.ts'),
  },
  remove: { summary: 'takes Linkgate out of a realm', load: () => import('./remove.ts') },
  clients: {
    summary: 'administers clients, their approval and branding',
    load: () => import('./clients.ts'),
  },
  settings: {
    summary: 'shows and changes settings of a realm, a step or a client',
    load: () => import('./settings.ts'),
  },
  referrals: { summary: 'creates, lists and revokes referral codes', load: () => import('./referrals.ts') },
  'sign-up-rules': {
    summary: 'shows and changes who may sign up by address and domain',
    load: () => import('./sign-up-rules.ts'),
  },
  'check-email': {
    summary: 'checks whether receivers trust the realm’s emails, and sends a test email',
    load: () => import('./check-email.ts'),
  },
  suppressions: {
    summary: 'lists addresses that get no emails, and lifts that',
    load: () => import('./suppressions.ts'),
  },
  links: { summary: 'requests a sign-in link as a backend does', load: () => import('./links.ts') },
  invitations: { summary: 'invites users by email', load: () => import('./invitations.ts') },
  import: {
    summary: 'creates accounts for the users of another product, from its export',
    load: () => import('./import.ts'),
  },
};

const NAMES = Object.keys(COMMANDS);
const HELP = `Administers Keycloak servers with Linkgate.

  npm run linkgate -- COMMAND [options]

${NAMES.map((name) => `  ${name.padEnd(16)}${COMMANDS[name]?.summary}`).join('\n')}

  --version     this program's version
  --help        this text, or the help of a command

A command that can change something changes nothing without --apply, and shows what it would do; its last line says so.

${exitCodesHelp()}
`;

const [name = '--help'] = process.argv.splice(2, 1);
const chosen = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (chosen !== undefined) {
  // The npm package has no `.local` folder of its own: the run file is in that of the working directory.
  process.env.LINKGATE_RUN_FILE ||= path.resolve('.local', 'run.json');
  await chosen.load();
} else {
  await command(async () => {
    if (name === '--help') return void process.stdout.write(HELP);
    if (name === '--version') return console.log(await version());
    throw new WrongUsage(`${name}: use one of ${NAMES.join(', ')}`);
  });
}

async function version(): Promise<string> {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
