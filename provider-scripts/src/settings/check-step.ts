/** Refuses whatever needs the step for links where a client's flow has none. */
import { type Problem, problemFor } from '../errors/problem.ts';
import { CLIENT_WITHOUT_STEP } from '../errors/admin-rejection.ts';
import type { Settings } from './parse.ts';

/** Null where the flow has one that a sign-in reaches. */
export function checkLinkStep({ hasStep }: Settings): Problem | null {
  if (hasStep) return null;
  const message = `client_id: ${CLIENT_WITHOUT_STEP.message}`;
  return problemFor('unauthorized_client', { ...CLIENT_WITHOUT_STEP, message });
}
