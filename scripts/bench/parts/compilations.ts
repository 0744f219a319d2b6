/** What the JVM's C2 compiles during many sign-ins after a start: for how long at once, and whether it ends. */
import { ALL_COMPILATIONS, type Compilation, compilationsIn } from '../compilations.ts';
import { runLoad } from '../load/closed-loop.ts';
import type { Part } from '../part.ts';
import { record } from '../recording.ts';
import { signInLoad } from '../servers/loads.ts';

const LONG_MILLIS = 300;
const LISTED = 12;
/** By then what a sign-in needs is compiled: half of this many sign-ins are recorded apart. */
const SETTLED_SIGN_INS = 10_000;
/** Linkgate's script and host, with the engine in its JAR. */
const OWN = /^org\.linkgate\./;
const C2 = 4;

export const compilationsPart: Part = async (context) => {
  const { endurance, clients } = context.options;
  const half = Math.ceil(Math.min(endurance, SETTLED_SIGN_INS) / 2);
  const server = await context.start('compilations');
  await server.makeLinkgateRealm(context.users(2 * half));
  await server.stop();
  await server.restart();
  const recorded: Compilation[][] = [];
  for (const name of ['compilations-first', 'compilations-later']) {
    const run = () => runLoad(signInLoad(server, half, clients));
    const file = await record(server.pid, name, run, [ALL_COMPILATIONS]);
    recorded.push((await compilationsIn(file)).filter(({ level }) => level === C2));
    const millis = Math.round(recorded.at(-1)?.reduce((sum, one) => sum + one.millis, 0) ?? 0);
    context.log(`${name}: ${half} sign-ins, ${recorded.at(-1)?.length} compilations by C2, ${millis} ms`);
  }
  const [first = [], later = []] = recorded;
  const all = [...first, ...later].toSorted((a, b) => b.millis - a.millis);
  const own = all.filter(({ method }) => OWN.test(method));
  for (const { method, millis, inlinedBytes, codeBytes } of all.filter((one) => one.millis > 100))
    context.log(
      `C2: ${millis.toFixed(0)} ms, ${inlinedBytes} bytes inlined, ${codeBytes} of code: ${method}`,
    );
  const sizes = { endurance: 2 * half };
  const listed = (of: readonly Compilation[]) =>
    of
      .slice(0, LISTED)
      .map(({ method, millis }) => ({ name: `\`${method}\``, unit: 'ms', values: [millis] }));
  return [
    {
      row: 'long-compilations',
      sizes,
      rounds: [own.filter(({ millis }) => millis > LONG_MILLIS).length],
      beside: [],
      course: listed(all),
      notes: [
        `${2 * half} sign-ins by ${clients} clients after a start; of all methods ${all.filter(({ millis }) => millis > LONG_MILLIS).length} took as long. The longest of all:`,
      ],
    },
    {
      row: 'late-compilations',
      sizes,
      rounds: [later.length],
      beside: [
        {
          name: 'of these, of the script and its engine',
          unit: '',
          values: [later.filter(({ method }) => OWN.test(method)).length],
        },
        {
          name: 'time of C2 for these',
          unit: 'ms',
          values: [later.reduce((sum, { millis }) => sum + millis, 0)],
        },
        { name: 'during the sign-ins before', unit: '', values: [first.length] },
        {
          name: 'time of C2 for those',
          unit: 'ms',
          values: [first.reduce((sum, { millis }) => sum + millis, 0)],
        },
      ],
      course: listed(later),
      notes: [`From sign-in ${half} to ${2 * half} of the same run. The longest of these:`],
    },
  ];
};
