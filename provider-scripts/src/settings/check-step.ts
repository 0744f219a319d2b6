/** Rejects requests that need the link step if the client's flow has none. */
import { type Problem, problem } from '../errors/problem.ts';
import type { Settings } from './parse.ts';

/** Null where the flow has one that a sign-in reaches. */
export function checkLinkStep({ hasStep }: Settings): Problem | null {
  return hasStep ? null : problem('client_without_step', { parameter: 'client_id' });
}
