/** The model's text, and variants with a fault in its rules. */
import { readFileSync } from 'node:fs';

/** `linkgate.als` */
export const MODEL = readFileSync(new URL('./linkgate.als', import.meta.url), 'utf8');

/** A fault: the replaced rule and its replacement. */
export interface Fault {
  fault: string;
  /** The property that it violates. */
  breaks: string;
  rule: string;
  instead: string;
}

export const FAULTS: readonly Fault[] = [
  {
    fault: 'a link is read, and used later by its reader',
    breaks: 'OneSessionPerLink',
    rule: 'pred lockable[l: Link, n: Node] { l.state = Issued and not expired[l, n] }',
    instead: 'pred lockable[l: Link, n: Node] { some l.state and not expired[l, n] }',
  },
  {
    fault: 'the uses of a referral code are read when its link is opened, and written when it is used',
    breaks: 'AtMostMaxUses',
    rule: '      admits[l]\n      proves',
    instead: '      proves',
  },
  {
    fault: 'using a link doesn’t supersede the others',
    breaks: 'NoneUsedAfterANewer',
    rule: 'ended = othersOf[l] & state.Issued {',
    instead: 'ended = none {',
  },
  {
    fault: 'using a link supersedes those that are older by the clock of the node that stored them',
    breaks: 'NoneUsedAfterANewer',
    rule: 'ended = othersOf[l] & state.Issued {',
    instead: 'ended = { o: othersOf[l] & state.Issued | time/lte[o.issuedAt, l.issuedAt] } {',
  },
  {
    fault: 'the email is sent before the row is committed',
    breaks: 'EmailedIsUsableOrRejected',
    rule: 'l in Node.sending - Emailed',
    instead: 'l not in Emailed',
  },
  {
    fault: 'a link signs in the current owner of its address',
    breaks: 'NoUseAfterRevocation',
    rule: 'pred owned[l: Link] { some l.owner implies l.owner = l.user.account }',
    instead: 'pred owned[l: Link] { l = l }',
  },
  {
    fault: 'a revoked referral code still admits',
    breaks: 'NoAccountByARevokedCode',
    rule: 'c not in Revoked and c.uses < c.maxUses',
    instead: 'c.uses < c.maxUses',
  },
  {
    fault: 'a session counts although its cross-device sign-in was revoked while it was stored',
    breaks: 'NoSessionAfterRevocation',
    rule: 'some account.(r.proves) and not revoked[r]',
    instead: 'some account.(r.proves)',
  },
  {
    fault: 'an email whose sending failed removes a used link',
    breaks: 'NoSessionAfterRevocation',
    rule: 'remove[l & state.Issued]',
    instead: 'remove[l & state.State]',
  },
  {
    fault: 'an attempt at a code is counted after it was checked',
    breaks: 'TriesAreBounded',
    rule: 'r.link.state = Issued and hasTriesLeft[r.link]',
    instead: 'r.link.state = Issued',
  },
];

/** The model with a fault. */
export function withFault({ rule, instead }: Fault): string {
  if (MODEL.split(rule).length !== 2) throw new Error(`the model doesn't say once: ${rule}`);
  return MODEL.replace(rule, instead);
}
