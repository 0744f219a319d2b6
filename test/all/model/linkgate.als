/*
 * What becomes of links, of the codes sent with them, of cross-device sign-ins, referral codes and accounts, whatever fails in between (contract,
 * sections 2.6, 2.9, 3.1, 3.4, 3.6 and 3.8). Names are those of the code and its tables.
 *
 * A step is one transaction, or what a node or a mail server does between two of them: nodes end between any two. Transactions lock the
 * rows that they check, or check them in the statement that changes them, so all are totally ordered. Responses are no steps: a caller
 * without one may do what a caller with one may do, and retries. Not modelled: rows are deleted a day after expiry, and the time limit of a cross-device
* sign-in.
 */
module linkgate

open util/ordering[Instant] as time

/** What clocks show, in seconds or more. */
sig Instant {}

sig Client, Tab {}
/** Where nobody needs a referral code. */
sig OpenSignUp in Client {}

/** The user who reads an address's email. */
sig User {
  var account: lone Account,
  /** Those that were deleted. */
  var former: set Account
}

sig Account { var broughtBy: lone Referral }

/** A row of LINKGATE_REFERRAL. */
sig Referral { maxUses: one Int, var uses: one Int }
fact { all c: Referral | c.maxUses in 1 + 2 }
var sig Revoked in Referral {}

enum State { Issued, Used, Superseded }
enum CrossDevice { Open, Handed, Claimed, Stopped, Undone }

/** A link, of which there may be a row in LINKGATE_LINK: there is one while it has a state. */
sig Link {
  user: one User,
  client: one Client,
  /** The requesting page, if cross-device sign-in can approve the link for it. */
  tab: lone Tab,
  /** The code that came with the request. */
  referral: lone Referral,
  var state: lone State,
  var issuedAt: lone Instant,
  var owner: lone Account,
  var crossDevice: lone CrossDevice
}
/** Those in somebody's mailbox; those whose row was removed; and those whose cross-device sign-in has been revoked, as the page has said. */
var sig Emailed, Removed, TakenBack in Link {}

/** What a node is doing: sending links' emails, and ending what came of cross-device sign-ins. */
sig Node { var clock: one Instant, var sending: set Link, var undoing: set Link }

enum Means { Opened, CodeTyped, ApprovedElsewhere }
enum Phase { Looked, Proven, Kept, Checked, SignedIn, Rejected, Lost }

/** Somebody's attempt to sign in by a link: a request to a node, and the ones that consent takes. */
sig Request {
  link: one Link,
  node: one Node,
  means: one Means,
  var phase: lone Phase,
  /** Whom it has proven. */
  var proves: lone Account
}
/** Typed codes that are right. */
sig Right in Request {}
/** Typed codes that were counted; and those whose session has ended. */
var sig Tried, Ended in Request {}

-- The rules

fun othersOf[l: Link]: set Link { { o: Link - l | o.user = l.user and o.client = l.client } }
fun ofTab[l: Link]: set Link { { o: l + othersOf[l] | some l.tab and o.tab = l.tab } }

/** A lifetime is two instants, by the clock of the node that asks itself whether it has passed. */
pred expired[l: Link, n: Node] { time/gte[n.clock, l.issuedAt.next.next] }

/** `lockLink` in magic-link/rows.ts */
pred lockable[l: Link, n: Node] { l.state = Issued and not expired[l, n] }

enum Reason { WasUsed, WasSuperseded, HasExpired, Invalid, NoReferral, WrongCode, NoTries, NotApproved }

/** `linkRejection` in magic-link/rejection.ts: why a page doesn't go on with a link. */
fun rejection[l: Link, n: Node]: set Reason {
  { w: WasUsed | l.state = Used } + { w: WasSuperseded | l.state = Superseded }
    + { w: HasExpired | l.state = Issued and expired[l, n] } + { w: Invalid | no l.state }
}

/** `isReferralValid` in referral/valid.ts */
pred valid[c: Referral] { c not in Revoked and c.uses < c.maxUses }

/** `admit` in referral/gate.ts: whether a user without an account gets one. */
pred admits[l: Link] { l.client in OpenSignUp or (some l.referral and valid[l.referral]) }

/** The account is still the one that the address had when the link was requested. */
pred owned[l: Link] { some l.owner implies l.owner = l.user.account }

/** Five in the code. */
pred hasTriesLeft[l: Link] { lone Tried & link.l }

/** Whether a request has all it needs to use its link. */
pred ready[r: Request] {
  r.phase = Looked
  r.means = CodeTyped implies r in Tried & Right
}

/** Live sign-ins: session not ended, account not deleted, cross-device sign-in not revoked. */
fun live: set Request { { r: phase.SignedIn - Ended | some account.(r.proves) and not undone[r] } }
pred undone[r: Request] { r.means = ApprovedElsewhere and r.link.crossDevice = Undone }

-- The steps

/** `storeLink` in magic-link/store.ts. The lookup of the account may be older than the account's deletion or creation. */
pred ask[l: Link, n: Node] {
  l not in asked
  some l.user.account or admits[l]
  state' = state + l -> Issued
  issuedAt' = issuedAt + l -> n.clock
  owner' = owner or (some a: l.user.(account + former) | owner' = owner + l -> a)
  crossDevice' = crossDevice + { o: l, h: Open | some l.tab }
  sending' = sending + n -> l
  Removed' = Removed and Emailed' = Emailed
  usersStay and requestsStay and clocksStay and undoingStays
}
fun asked: set Link { issuedAt.Instant }

/** The mail server takes the email; the node needn't learn that. */
pred deliver[l: Link] {
  l in Node.sending - Emailed
  Emailed' = Emailed + l
  sending' = sending
  rowsStay and usersStay and requestsStay and clocksStay and undoingStays
}

/** `compensate` in delivery/deliver.ts: no answer of the mail server's, or not a good one. A link that somebody has used stays. */
pred takeBack[l: Link, n: Node] {
  l in n.sending
  sending' = sending - n -> l
  remove[l & state.Issued]
  Emailed' = Emailed and issuedAt' = issuedAt and owner' = owner
  usersStay and requestsStay and clocksStay and undoingStays
}
pred remove[gone: set Link] {
  state' = state - gone -> State
  crossDevice' = crossDevice - gone -> CrossDevice
  Removed' = Removed + gone
}

/** A request finds its link usable, without a lock. */
pred look[r: Request] {
  no r.phase
  has[r]
  no rejection[r.link, r.node]
  r.means = ApprovedElsewhere implies r.link.crossDevice = Handed
  phase' = phase + r -> Looked
  proves' = proves and Tried' = Tried and Ended' = Ended
  rowsStay and usersStay and emailsStay and clocksStay and undoingStays
}
/** The email is needed for the link and the right code, not for guesses, nor where the link was asked for. */
pred has[r: Request] {
  r.means = Opened or r in Right implies r.link in Emailed
  r.means = ApprovedElsewhere implies some r.link.tab
}

/** `spendTry` in magic-link/one-time-code/rows.ts: counted before it is checked. */
pred count[r: Request] {
  r.means = CodeTyped and r.phase = Looked and r not in Tried
  r.link.state = Issued and hasTriesLeft[r.link]
  Tried' = Tried + r
  phase' = phase and proves' = proves and Ended' = Ended
  rowsStay and usersStay and emailsStay and clocksStay and undoingStays
}

/** `redeemNow` in magic-link/redeem.ts: the link, those that it supersedes, account and referral code in one transaction. */
pred use[r: Request] {
  ready[r]
  lockable[r.link, r.node]
  r.means = ApprovedElsewhere implies r.link.crossDevice = Handed
  owned[r.link]
  retire[r]
  enter[r]
  phase' = phase ++ r -> Proven
  issuedAt' = issuedAt and Removed' = Removed and Tried' = Tried and Ended' = Ended
  emailsStay and clocksStay and undoingStays
}
/** `useLink` in magic-link/rows.ts, and `markClaimed` in cross-device/rows.ts */
pred retire[r: Request] {
  let l = r.link, ended = othersOf[l] & state.Issued {
    state' = state ++ l -> Used ++ ended -> Superseded
    crossDevice' = crossDevice ++ { o: ofTab[l] & crossDevice.Handed, h: Claimed | r.means = ApprovedElsewhere }
  }
}
/** The account, which may have to be created. */
pred enter[r: Request] {
  let l = r.link, p = l.user {
    some p.account implies {
      proves' = proves + r -> p.account
      owner' = owner ++ l -> p.account
      usersStay
    } else some a: Account - User.(account + former) {
      admits[l]
      proves' = proves + r -> a
      owner' = owner ++ l -> a
      account' = account + p -> a
      l.client in OpenSignUp implies broughtBy' = broughtBy and uses' = uses
      else broughtBy' = broughtBy + a -> l.referral and uses' = uses ++ l.referral -> plus[l.referral.uses, 1]
      former' = former and Revoked' = Revoked
    }
  }
}

/** The same for an address whose account is another one by now: the link is used up, and signs nobody in. */
pred useInVain[r: Request] {
  ready[r]
  lockable[r.link, r.node]
  r.means = ApprovedElsewhere implies r.link.crossDevice = Handed
  not owned[r.link]
  retire[r]
  phase' = phase ++ r -> Rejected
  issuedAt' = issuedAt and owner' = owner and Removed' = Removed
  proves' = proves and Tried' = Tried and Ended' = Ended
  usersStay and emailsStay and clocksStay and undoingStays
}

/** A request ends with a page that says why. */
pred reject[r: Request, why: Reason] {
  mayReject[r, why]
  phase' = phase ++ r -> Rejected
  proves' = proves and Tried' = Tried and Ended' = Ended
  rowsStay and usersStay and emailsStay and clocksStay and undoingStays
}
pred mayReject[r: Request, why: Reason] {
  let l = r.link {
    (no r.phase and has[r] and why in rejection[l, r.node])
      or (r.phase = Looked and r.means = CodeTyped and r not in Tried and not hasTriesLeft[l] and why = NoTries)
      or (r.phase = Looked and r in Tried - Right and why = WrongCode)
      or (ready[r] and why in rejection[l, r.node])
      or (ready[r] and r.means = ApprovedElsewhere and l.crossDevice != Handed and why = NotApproved)
      or (ready[r] and lockable[l, r.node] and no l.user.account and not admits[l] and why = NoReferral)
      or (r.phase in Proven + Kept and undone[r] and why = Invalid)
  }
}

/** `storeClaimSession` in cross-device/rows.ts: stores the resulting session, so that it can be ended. */
pred keep[r: Request] {
  r.phase = Proven and r.means = ApprovedElsewhere and r.link.crossDevice = Claimed
  goesTo[r, Kept]
}
/** `hasTabEndedFor` in tabs/ended-tab.ts: the flow continues unless it was revoked. */
pred proceed[r: Request] {
  r.phase = (r.means = ApprovedElsewhere implies Kept else Proven)
  some account.(r.proves)
  not undone[r]
  goesTo[r, Checked]
}
/** Keycloak stores the session, after everything else that its request has written. */
pred signIn[r: Request] {
  r.phase = Checked
  goesTo[r, SignedIn]
}
pred goesTo[r: Request, to: Phase] {
  phase' = phase ++ r -> to
  proves' = proves and Tried' = Tried and Ended' = Ended
  rowsStay and usersStay and emailsStay and clocksStay and undoingStays
}

/** `decide` in cross-device/rows.ts: the first digits that are typed for a link decide. */
pred typeComparisonCode[l: Link, n: Node, right: CrossDevice] {
  l in Emailed and lockable[l, n] and l.crossDevice = Open
  right in Handed + Stopped
  let same = ofTab[l] & state.Issued & crossDevice.(Open + Stopped) |
    crossDevice' = crossDevice ++ l -> right ++ { o: same, h: Handed | right = Handed }
  state' = state and issuedAt' = issuedAt and owner' = owner and Removed' = Removed
  usersStay and requestsStay and emailsStay and clocksStay and undoingStays
}

/** `leave` in cross-device/claim.ts: the waiting page was left. */
pred leave[l: Link] {
  some l.state and some l.tab
  crossDevice' = crossDevice ++ (ofTab[l] & crossDevice.(Open + Handed)) -> Stopped
  crossDevice' != crossDevice
  state' = state and issuedAt' = issuedAt and owner' = owner and Removed' = Removed
  usersStay and requestsStay and emailsStay and clocksStay and undoingStays
}

/** `undo` in cross-device/revoke.ts: first the row, then the sessions, which a node may not live to do: then the page says nothing yet. */
pred undo[l: Link, n: Node] {
  l in Emailed and l.crossDevice in Handed + Claimed + Undone and l not in n.undoing
  crossDevice' = crossDevice ++ (ofTab[l] & crossDevice.(Handed + Claimed + Undone)) -> Undone
  undoing' = undoing + n -> l
  TakenBack' = TakenBack
  state' = state and issuedAt' = issuedAt and owner' = owner and Removed' = Removed
  usersStay and requestsStay and emailsStay and clocksStay
}
pred endSessions[l: Link, n: Node] {
  l in n.undoing
  undoing' = undoing - n -> l
  Ended' = Ended + (link.(ofTab[l]) & means.ApprovedElsewhere & phase.SignedIn)
  TakenBack' = TakenBack + l
  phase' = phase and proves' = proves and Tried' = Tried
  rowsStay and usersStay and emailsStay and clocksStay
}

/** `accountRemoved` in upkeep/upkeep.ts, in the transaction that deletes the account. */
pred deleteAccount[p: User] {
  some p.account
  account' = account - p -> Account
  former' = former + p -> p.account
  remove[(user.p + owner.(p.account)) & state.State]
  issuedAt' = issuedAt and owner' = owner
  broughtBy' = broughtBy and uses' = uses and Revoked' = Revoked
  requestsStay and emailsStay and clocksStay and undoingStays
}

/** `deleteReferral` in referral/rows.ts */
pred revoke[c: Referral] {
  c not in Revoked
  Revoked' = Revoked + c
  account' = account and former' = former and broughtBy' = broughtBy and uses' = uses
  rowsStay and requestsStay and emailsStay and clocksStay and undoingStays
}

/** A node ends, or loses something that it was doing: its database connection, or the caller. */
pred lose[n: Node] {
  all r: Request | r.phase' = r.phase or (r in underway[n] and r.phase' = Lost)
  sending' in sending and sending - n -> Link in sending'
  undoing' in undoing and undoing - n -> Link in undoing'
  proves' = proves and Tried' = Tried and Ended' = Ended and Emailed' = Emailed and TakenBack' = TakenBack
  rowsStay and usersStay and clocksStay
}
fun underway[n: Node]: set Request { node.n & phase.(Looked + Proven + Kept + Checked) }

/** Clocks differ by an instant at most. */
pred tick[n: Node] {
  some n.clock.next
  clock' = clock ++ n -> n.clock.next
  all m: Node | m.clock' in n.clock + n.clock.next + n.clock.next.next
  rowsStay and usersStay and requestsStay and emailsStay and undoingStays
}

pred nothing {
  rowsStay and usersStay and requestsStay and emailsStay and clocksStay and undoingStays
}

-- What a step leaves as it was

pred rowsStay {
  state' = state and issuedAt' = issuedAt and owner' = owner and crossDevice' = crossDevice and Removed' = Removed
}
pred usersStay {
  account' = account and former' = former and broughtBy' = broughtBy and uses' = uses and Revoked' = Revoked
}
pred requestsStay { phase' = phase and proves' = proves and Tried' = Tried and Ended' = Ended }
pred emailsStay { sending' = sending and Emailed' = Emailed }
pred clocksStay { clock' = clock }
pred undoingStays { undoing' = undoing and TakenBack' = TakenBack }

-- All that can happen

fact {
  no state and no issuedAt and no owner and no crossDevice and no Removed
  no former and no broughtBy and no Revoked and uses = Referral -> 0
  all a: Account | lone account.a
  no phase and no proves and no Tried and no Ended
  no sending and no Emailed and no undoing and no TakenBack
  all disj n, m: Node | m.clock in n.clock + n.clock.next + n.clock.prev
}
/** Left out for a replay, which says itself which step is which. */
fact { always step }
pred step {
  nothing
    or (some l: Link | deliver[l] or leave[l])
    or (some l: Link, n: Node | ask[l, n] or takeBack[l, n] or undo[l, n] or endSessions[l, n])
    or (some l: Link, n: Node, right: CrossDevice | typeComparisonCode[l, n, right])
    or (some r: Request | look[r] or count[r] or use[r] or useInVain[r] or keep[r] or proceed[r] or signIn[r])
    or (some r: Request, why: Reason | reject[r, why])
    or (some p: User | deleteAccount[p])
    or (some c: Referral | revoke[c])
    or (some n: Node | lose[n] or tick[n])
}

-- What is promised

/** This step uses the link of a request. */
pred usesNow[r: Request] { r.phase = Looked and r.phase' = Proven }

assert OneSessionPerLink { always all l: Link | lone link.l & phase.SignedIn }

assert AtMostMaxUses { always all c: Referral | #broughtBy.c <= c.maxUses }

/** Newer is what was stored later, whatever clocks say. */
assert NoneUsedAfterANewer {
  always all r: Request, newer: othersOf[r.link] |
    usesNow[r] and once (newer not in asked and r.link in asked) implies
      before historically no q: link.newer | usesNow[q]
}
/** And whatever was there when one was used is over. */
assert UseEndsTheOthers {
  always all r: Request | usesNow[r] implies after no (r.link + othersOf[r.link]) & state.Issued
}

/** Neither of a link whose row was removed, nor of one for an account that was deleted. */
assert NoUseAfterRevocation {
  always all r: Request | usesNow[r] implies r.link not in Removed and no r.link.owner & User.former
}
assert NoAccountByARevokedCode { always all c: Revoked | broughtBy'.c = broughtBy.c }
/** However late the session is stored that came of it. */
assert NoSessionAfterTakingBack {
  always all r: live | r.means = ApprovedElsewhere implies no ofTab[r.link] & TakenBack
}

assert EmailedIsUsableOrRejected {
  always all l: Emailed, n: Node | lone rejection[l, n] and (lockable[l, n] iff no rejection[l, n])
  always all l: Emailed | no l.state implies l in Removed
}

assert TriesAreBounded { always all l: Link | #(Tried & link.l) <= 2 }

-- Scopes per signature; a trace of that length may stutter at any step.

check OneSessionPerLink for 2 but 3 Request, 1 Referral, 3 Instant, 3 Int, 10..10 steps
check AtMostMaxUses for 3 but 1 Client, 1 Referral, 1 Node, 0 Tab, 2 Instant, 3 Int, 12..12 steps
check NoneUsedAfterANewer for 2 but 1 User, 0 Referral, 1 Tab, 3 Instant, 3 Int, 9..9 steps
check UseEndsTheOthers for 2 but 3 Link, 3 Request, 3 Instant, 3 Int, 10..10 steps
check NoUseAfterRevocation for 2 but 1 Client, 0 Referral, 1 Tab, 2 Instant, 3 Int, 9..9 steps
check NoAccountByARevokedCode for 2 but 1 Client, 1 Referral, 0 Tab, 2 Instant, 3 Int, 9..9 steps
check NoSessionAfterTakingBack for 2 but 1 User, 1 Client, 0 Referral, 1 Tab, 2 Instant, 3 Int, 12..12 steps
check EmailedIsUsableOrRejected for 2 but 1 Referral, 1 Tab, 4 Instant, 3 Int, 9..9 steps
check TriesAreBounded for 1 but 4 Request, 2 Node, 2 Instant, 3 Int, 12..12 steps

-- What can happen all the same

run TwoUsersSignIn { eventually #live.proves = 2 } for 2 but 3 Int, 12..12 steps
run ANodeEndsBetweenUseAndSession {
  eventually some r: Request | r.phase = Lost and some r.proves and always r.link not in phase.SignedIn.link
} for 2 but 3 Int, 8..8 steps
run ClocksDisagree {
  some disj n, m: Node | eventually some l: Emailed |
    lockable[l, n] and expired[l, m] and after eventually some live & link.l & node.n
} for 2 but 1 Link, 1 Request, 4 Instant, 3 Int, 10..10 steps
run ACodeUsesALink { eventually some live & Right & means.CodeTyped } for 2 but 3 Int, 9..9 steps
run ACrossDeviceIsTakenBack {
  eventually (some live & means.ApprovedElsewhere and eventually some TakenBack)
} for 2 but 3 Int, 12..12 steps
run ACrossDeviceIsTakenBackBeforeItsSessionIsStored {
  some r: Request | eventually (r.link in TakenBack and r.phase != SignedIn and eventually r.phase = SignedIn)
} for 2 but 1 Link, 1 Request, 3 Int, 11..11 steps
run TheAnswerOfTheMailServerIsLost { eventually some Emailed & Removed } for 2 but 3 Int, 5..5 steps
run ALinkOutlivesItsAccount {
  eventually some r: Request | r.phase = Rejected and some r.link.owner & r.link.user.former and r.link.state = Used
} for 2 but 3 Int, 10..10 steps
run AReferralCodeIsUsedUp { eventually some c: Referral | c.maxUses = 2 and #broughtBy.c = 2 } for 2 but 3 Int, 10..10 steps

/** Each reason comes up. */
pred canReject[why: Reason] { some r: Request | eventually reject[r, why] }
run RejectsUsed { canReject[WasUsed] } for 2 but 3 Int, 9..9 steps
run RejectsSuperseded { canReject[WasSuperseded] } for 2 but 3 Int, 9..9 steps
run RejectsExpired { canReject[HasExpired] } for 2 but 3 Instant, 3 Int, 9..9 steps
run RejectsInvalid { canReject[Invalid] } for 2 but 3 Int, 9..9 steps
run RejectsWithoutReferral { canReject[NoReferral] } for 2 but 3 Int, 9..9 steps
run RejectsAWrongCode { canReject[WrongCode] } for 2 but 3 Int, 9..9 steps
run RejectsOneTryTooMany { canReject[NoTries] } for 2 but 4 Request, 3 Int, 12..12 steps
run RejectsWhatWasTakenBack { canReject[NotApproved] } for 2 but 3 Int, 9..9 steps
