/** What `npm run bench -- --help` prints. */
import { PART_NAMES, SIZES } from './options.ts';

export const HELP = `Measures what sign-ins cost a server, compared with Keycloak's own on the same machine, and reports which goals are met.
It starts all required servers itself, on free ports, and takes about an hour on two otherwise idle cores. Linux only.

  npm run bench -- [--parts PART,…] [options]

  --parts PART,…    ${PART_NAMES.join(', ')}; all by default
  --database NAME   postgres (default) or embedded; embedded skips the parts million and nodes
  --java HOME       the JDK that servers run on; JAVA_HOME or the one on the PATH by default
  --against JAR     instead of the parts: compares whole sign-ins on this checkout and on another JAR of the plugin, alternating
  --against-options OPTIONS
                    instead of the parts: compares starts, sign-ins and memory without and with these Java options, such as
                    --against-options=-Xms512m; both servers are restarted in each round, alternating
  --against-aot     the same without and with an AOT cache, which it makes first; needs Java 25
  --beside JAR      instead of the parts: compares whole sign-ins on this checkout and on a server with any other JAR, alternating
  --script FILE     with --beside: a module that says how a sign-in is done there (docs/performance.md)
  --write           also updates docs/performance.md; figures that this run doesn't measure stay
  --json            the result as JSON
  --help            this text

Sizes, for shorter runs:
  --rounds N        of each kind, alternating (${SIZES.rounds})
  --warm-up N       sign-ins before measurements on a warm server (${SIZES['warm-up']})
  --sign-ins N      per round; the other loads of a round are proportional (${SIZES['sign-ins']})
  --clients N       concurrent clients (${SIZES.clients})
  --endurance N     sign-ins before memory is measured (${SIZES.endurance})
  --calls N         by 64 clients, between two measurements of the heap (${SIZES.calls})
  --rows N          accounts, links and devices in the large database (${SIZES.rows})
  --minutes N       after these no further part starts, and the sign-ins of --endurance stop (${SIZES.minutes})

The report is in .local/bench, as report.md and report.json; the servers' logs are beside it.

Exit code: 0 done, whether or not goals are met; 1 failed; 2 wrong usage.
`;
