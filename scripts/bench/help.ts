/** What `npm run bench -- --help` prints. */
import { PART_NAMES, SIZES } from './options.ts';

export const HELP = `Measures what sign-ins cost a server, compared with Keycloak's own ways on the same machine, and reports which goals are met.
It starts everything that it needs by itself, on free ports, and needs about an hour on two cores that do nothing else. Linux only.

  npm run bench -- [--parts PART,…] [options]

  --parts PART,…    ${PART_NAMES.join(', ')}; all by default
  --database NAME   postgres (default) or embedded; with the latter the parts million and nodes are skipped
  --java HOME       the JDK that servers run on; JAVA_HOME or the one on the PATH by default
  --against JAR     instead of the parts: whole sign-ins on this checkout and on another JAR of the plugin, in turn
  --write           also writes docs/performance.md, in which what earlier runs measured on this machine stays
  --json            the result as JSON
  --help            this text

Sizes, for shorter runs:
  --rounds N        of each kind, in turn (${SIZES.rounds})
  --warm-up N       sign-ins before what is measured very warm (${SIZES['warm-up']})
  --sign-ins N      of a round; the other loads of a round follow it (${SIZES['sign-ins']})
  --clients N       at the same time (${SIZES.clients})
  --endurance N     sign-ins since the start after which memory is looked at (${SIZES.endurance})
  --calls N         by 64 clients, between two looks at the heap (${SIZES.calls})
  --rows N          accounts, links and devices in the large database (${SIZES.rows})
  --minutes N       after these no part begins, and the sign-ins of --endurance end (${SIZES.minutes})

The report is in .local/bench, as report.md and report.json; the servers' logs are beside it.

Exit code: 0 done, whatever the figures are, 1 it failed, 2 wrong usage.
`;
