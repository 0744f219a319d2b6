/** What the sign-in step does before anybody has typed anything: continue, let the user choose an account, or ask for an address. */

/** What is known when a user comes to the sign-in step. */
export interface Arrival {
  /** The values of `prompt`. */
  prompts: readonly string[];
  /** Devices are remembered here. */
  remembers: boolean;
  /** Somebody is signed in, and the request doesn't require a new sign-in (`prompt=login`, `max_age`). */
  live: boolean;
  /** Whom `id_token_hint`, or else `login_hint`, names: the one who is signed in, another account of the list, or somebody else. */
  hint: 'none' | 'live' | 'listed' | 'other';
  /** An `id_token_hint` names somebody who isn't signed in: nobody else may continue without a page. */
  barred: boolean;
  /** How many accounts could be listed. */
  listed: number;
  /** What the user asked to see: the field for an address, or the accounts. */
  wants: 'address' | 'accounts' | null;
}

/**
 * A recognised device shows its accounts, even to whoever is signed in (contract, section 3.5): one click, and no email. No page is shown to
 * a user whom the request names, and to anybody if a page isn't allowed or devices aren't remembered.
 */
export function nextStep(arrival: Arrival): 'continue' | 'choose' | 'address' {
  const { prompts, remembers, live, hint, barred, listed, wants } = arrival;
  if (live && !barred && !prompts.includes('select_account')) {
    if (prompts.includes('none') || !remembers || hint === 'live') return 'continue';
  }
  if (listed === 0) return 'address';
  if (wants !== null) return wants === 'accounts' ? 'choose' : 'address';
  return hint === 'other' ? 'address' : 'choose';
}
