/** Where a sign-in's processor time is spent. Runs last, because the recorder leaves traces in the server. */
import { runLoad } from '../load/closed-loop.ts';
import type { Part } from '../part.ts';
import { CALLS, profileLoad, SCRIPTS } from '../profile.ts';
import { signInLoad } from '../servers/loads.ts';

export const profilePart: Part = async (context) => {
  const { signIns, clients } = context.options;
  const server = await context.warm();
  const shares = await profileLoad(server.pid, () => runLoad(signInLoad(server, signIns, clients)));
  const shareOf = (kind: string) => shares.find(({ name }) => name === kind)?.values[0] ?? 0;
  return [
    {
      row: 'scripts-share',
      rounds: [shareOf(SCRIPTS) + shareOf(CALLS)],
      beside: [],
      course: shares,
      notes: [
        `${signIns} sign-ins by ${clients} clients on a warm server; samples of the JDK’s recorder, each counted for its topmost known frame.`,
      ],
    },
    {
      row: 'calls-share',
      rounds: [shareOf(CALLS)],
      beside: [],
      notes: [
        'Looking up methods, choosing between overloads, converting arguments, reflection, wrapping results.',
      ],
    },
  ];
};
