/** Rejects requests that need the link step if the client's flow has none. */
import { type Problem, problem } from '../../platform/errors/problem.ts';
import type { Settings } from './parse.ts';

/** Null if the flow has a link step that a sign-in can reach. */
export function checkLinkStep({ hasStep }: Settings): Problem | null {
  return hasStep ? null : problem('client_without_step', { parameter: 'client_id' });
}
