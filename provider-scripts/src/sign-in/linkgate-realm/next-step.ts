/** The sign-in step's first action: continue, let the user choose an account, or prompt for an address. */

/** The facts that decide the sign-in step's first action. */
export interface StepContext {
  /** The values of `prompt`. */
  prompts: readonly string[];
  /** Whether devices are remembered. */
  rememberDevice: boolean;
  /** Whether a live session can continue: a user is signed in, and the request doesn't require a new sign-in (`prompt=login`, `max_age`). */
  canContinue: boolean;
  /** The user named by `id_token_hint`, or else by `login_hint`: the signed-in one, another listed account, or any other. */
  hint: 'none' | 'live' | 'listed' | 'other';
  /** Whether an `id_token_hint` names a user who isn't signed in: no other user may continue without a page. */
  namesOtherUser: boolean;
  /** Whether the user has just been signed in here by a link of this client that another browser requested. */
  openedElsewhere: boolean;
  /** The number of accounts that can be listed. */
  accountCount: number;
  /** The view that the user requested: the address field or the accounts. */
  requestedView: 'address' | 'accounts' | null;
}

/**
 * A recognised device shows its accounts, even to a signed-in user (contract, section 3.5): one click, and no email. A signed-in user
 * continues without a page if the request names them, if it allows no page, if devices aren't remembered, or if a link has just been opened
 * here that another browser requested.
 */
export function nextStep(context: StepContext): 'continue' | 'choose' | 'address' {
  const { prompts, rememberDevice, canContinue, hint, namesOtherUser, accountCount, requestedView } = context;
  if (canContinue && !namesOtherUser && !prompts.includes('select_account')) {
    if (prompts.includes('none') || !rememberDevice || hint === 'live') return 'continue';
    if (context.openedElsewhere && hint === 'none' && requestedView === null) return 'continue';
  }
  if (accountCount === 0) return 'address';
  if (requestedView !== null) return requestedView === 'accounts' ? 'choose' : 'address';
  return hint === 'other' ? 'address' : 'choose';
}
