/** Whole sign-ins on a warm server, compared with client-credentials requests and Keycloak's password form. */
import { cpuMillisEach, type LoadResult, measureLoad, perSecond, runLoad } from '../load/closed-loop.ts';
import type { Part } from '../part.ts';
import { credentialsLoad, passwordLoad, signInLoad } from '../servers/loads.ts';
import { median, ratios } from '../statistics.ts';

const CREDENTIALS_PER_SIGN_IN = 4;
/** Fewer, because Argon2 makes them slow. */
const PASSWORDS_PER_SIGN_IN = 0.2;
const BYTES_PER_MEBIBYTE = 1024 * 1024;

export const signInPart: Part = async (context) => {
  const { rounds, signIns, clients, warmUp } = context.options;
  const server = await context.warm();
  const passwords = Math.ceil(signIns * PASSWORDS_PER_SIGN_IN);
  await runLoad(passwordLoad(server, passwords, clients));
  const links: LoadResult[] = [];
  const credentials: LoadResult[] = [];
  const forms: LoadResult[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    links.push(await measureLoad(server.pid, signInLoad(server, signIns, clients)));
    const requests = signIns * CREDENTIALS_PER_SIGN_IN;
    credentials.push(await measureLoad(server.pid, credentialsLoad(server, requests, clients)));
    forms.push(await measureLoad(server.pid, passwordLoad(server, passwords, clients)));
    const cpu = [links, credentials, forms].map((results) =>
      results.slice(-1).map(cpuMillisEach)[0]?.toFixed(1),
    );
    context.log(
      `round ${round}: processor time ${cpu.join(', ')} ms (sign-in, client credentials, password form)`,
    );
  }
  const after = `After ${warmUp} sign-ins; ${clients} clients; existing accounts that have consented; limits on.`;
  return [
    {
      row: 'sign-in-cpu',
      rounds: ratios(links.map(cpuMillisEach), credentials.map(cpuMillisEach)),
      beside: [
        { name: 'of a sign-in', unit: 'ms', values: links.map(cpuMillisEach) },
        { name: 'of that, compiling code', unit: 'ms', values: links.map(compilingMillisEach) },
        { name: 'of that, collecting garbage', unit: 'ms', values: links.map(collectingMillisEach) },
        { name: 'of a client-credentials request', unit: 'ms', values: credentials.map(cpuMillisEach) },
        { name: 'of a sign-in by password form', unit: 'ms', values: forms.map(cpuMillisEach) },
        { name: 'of the load itself, for a sign-in', unit: 'ms', values: links.map(ownCpuMillisEach) },
        { name: 'resident memory of the server', unit: 'MiB', values: links.map(residentMebibytes) },
      ],
      notes: [after],
    },
    {
      row: 'sign-in-rate',
      rounds: ratios(links.map(perSecond), forms.map(perSecond)),
      beside: [
        { name: 'whole sign-ins', unit: '/s', values: links.map(perSecond) },
        {
          name: 'p50 of one',
          unit: 'ms',
          values: links.map(({ latenciesMillis }) => median(latenciesMillis)),
        },
        { name: 'with the password form', unit: '/s', values: forms.map(perSecond) },
        { name: 'client-credentials requests', unit: '/s', values: credentials.map(perSecond) },
      ],
      notes: [after],
    },
  ];
};

function compilingMillisEach({ compilingCpuMillis, count }: LoadResult): number {
  return compilingCpuMillis / count;
}

function collectingMillisEach({ collectingCpuMillis, count }: LoadResult): number {
  return collectingCpuMillis / count;
}

function ownCpuMillisEach({ ownCpuMillis, count }: LoadResult): number {
  return ownCpuMillis / count;
}

function residentMebibytes({ residentBytes }: LoadResult): number {
  return residentBytes / BYTES_PER_MEBIBYTE;
}
