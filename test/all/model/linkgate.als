/*
 * The lifecycle of links, of the codes sent with them, of cross-device sign-ins, referral codes and accounts, whatever fails in
 * between (contract, sections 2.6, 2.9, 3.1, 3.4, 3.6 and 3.8). Names are those of the code and its tables.
 *
 * A step is one transaction, or an action of a node or a mail server between two of them: a node may end between any two steps.
 * Transactions lock the rows that they check, or check them in the statement that changes them, so all are totally ordered.
 * Responses are no steps: a caller without one may act as if it had one, and retry. Not modelled: the deletion of rows a day
 * after their expiry, and the time limit of a cross-device sign-in.
 */
module linkgate

open util/ordering[Instant] as time

/** A clock reading, in seconds or coarser. */
sig Instant {}

sig Client, Tab {}
/** Clients of realms that need no referral code. */
sig OpenSignUp in Client {}

/** The user who reads an address's email. */
sig User {
  var account: lone Account,
  /** The deleted accounts. */
  var former: set Account
}

sig Account { var admittedBy: lone Referral }

/** A row of LINKGATE_REFERRAL. */
sig Referral { maxUses: one Int, var uses: one Int }
fact { all c: Referral | c.maxUses in 1 + 2 }
var sig Revoked in Referral {}

enum State { Issued, Used, Superseded }
enum CrossDevice { Open, Approved, Claimed, Stopped, SignInRevoked }

/** A link; it has a row in LINKGATE_LINK while it has a state. */
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
/** Links in a mailbox; links whose row was removed; and links whose page confirmed the revoked cross-device sign-in. */
var sig Emailed, Removed, CrossDeviceRevoked in Link {}

/** A node's work in progress: sending emails, and revoking the sessions of cross-device sign-ins. */
sig Node { var clock: one Instant, var sending: set Link, var revoking: set Link }

enum Means { Opened, CodeTyped, ApprovedElsewhere }
enum Phase { Looked, Proven, SessionStored, Checked, SignedIn, Rejected, Lost }

/** An attempt to sign in by a link: a request to a node, and the ones for consent. */
sig Request {
  link: one Link,
  node: one Node,
  means: one Means,
  var phase: lone Phase,
  /** The account that it authenticated. */
  var proves: lone Account
}
/** Attempts with the right code. */
sig Right in Request {}
/** Attempts with a code that were counted; and attempts whose session has ended. */
var sig Counted, Ended in Request {}

-- The rules

fun othersOf[l: Link]: set Link { { o: Link - l | o.user = l.user and o.client = l.client } }
fun ofTab[l: Link]: set Link { { o: l + othersOf[l] | some l.tab and o.tab = l.tab } }

/** A lifetime is two instants, by the clock of the node that checks it. */
pred expired[l: Link, n: Node] { time/gte[n.clock, l.issuedAt.next.next] }

/** `lockLink` in magic-link/rows.ts */
pred lockable[l: Link, n: Node] { l.state = Issued and not expired[l, n] }

enum Reason { WasUsed, WasSuperseded, HasExpired, Invalid, NoReferral, WrongCode, NoTries, NotApproved }

/** `linkRejection` in magic-link/rejection.ts: why a page rejects a link. */
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

/** The maximum is five in the code. */
pred hasTriesLeft[l: Link] { lone Counted & link.l }

/** Whether a request may use its link. */
pred ready[r: Request] {
  r.phase = Looked
  r.means = CodeTyped implies r in Counted & Right
}

/** Live sign-ins: session not ended, account not deleted, cross-device sign-in not revoked. */
fun live: set Request { { r: phase.SignedIn - Ended | some account.(r.proves) and not revoked[r] } }
pred revoked[r: Request] { r.means = ApprovedElsewhere and r.link.crossDevice = SignInRevoked }

-- The steps

/** `storeLink` in magic-link/store.ts. The lookup of the account may be older than the account's deletion or creation. */
pred request[l: Link, n: Node] {
  l not in requested
  some l.user.account or admits[l]
  state' = state + l -> Issued
  issuedAt' = issuedAt + l -> n.clock
  owner' = owner or (some a: l.user.(account + former) | owner' = owner + l -> a)
  crossDevice' = crossDevice + { o: l, h: Open | some l.tab }
  sending' = sending + n -> l
  Removed' = Removed and Emailed' = Emailed
  usersStay and requestsStay and clocksStay and revokingStays
}
fun requested: set Link { issuedAt.Instant }

/** The mail server accepts the email; the node may not learn that. */
pred deliver[l: Link] {
  l in Node.sending - Emailed
  Emailed' = Emailed + l
  sending' = sending
  rowsStay and usersStay and requestsStay and clocksStay and revokingStays
}

/** `compensate` in delivery/deliver.ts: no response of the mail server, or a rejection. A used link stays. */
pred compensate[l: Link, n: Node] {
  l in n.sending
  sending' = sending - n -> l
  remove[l & state.Issued]
  Emailed' = Emailed and issuedAt' = issuedAt and owner' = owner
  usersStay and requestsStay and clocksStay and revokingStays
}
pred remove[gone: set Link] {
  state' = state - gone -> State
  crossDevice' = crossDevice - gone -> CrossDevice
  Removed' = Removed + gone
}

/** A request finds its link usable, without a lock. */
pred look[r: Request] {
  no r.phase
  hasSecret[r]
  no rejection[r.link, r.node]
  r.means = ApprovedElsewhere implies r.link.crossDevice = Approved
  phase' = phase + r -> Looked
  proves' = proves and Counted' = Counted and Ended' = Ended
  rowsStay and usersStay and emailsStay and clocksStay and revokingStays
}
/** The link and the right code require the email; guesses and the requesting page don't. */
pred hasSecret[r: Request] {
  r.means = Opened or r in Right implies r.link in Emailed
  r.means = ApprovedElsewhere implies some r.link.tab
}

/** `spendTry` in magic-link/one-time-code-rows.ts: counted before it is checked. */
pred count[r: Request] {
  r.means = CodeTyped and r.phase = Looked and r not in Counted
  r.link.state = Issued and hasTriesLeft[r.link]
  Counted' = Counted + r
  phase' = phase and proves' = proves and Ended' = Ended
  rowsStay and usersStay and emailsStay and clocksStay and revokingStays
}

/** `redeemNow` in magic-link/redeem.ts: the link, those that it supersedes, account and referral code in one transaction. */
pred use[r: Request] {
  ready[r]
  lockable[r.link, r.node]
  r.means = ApprovedElsewhere implies r.link.crossDevice = Approved
  owned[r.link]
  retire[r]
  enter[r]
  phase' = phase ++ r -> Proven
  issuedAt' = issuedAt and Removed' = Removed and Counted' = Counted and Ended' = Ended
  emailsStay and clocksStay and revokingStays
}
/** `useLink` in magic-link/rows.ts, and `markClaimed` in cross-device/rows.ts */
pred retire[r: Request] {
  let l = r.link, ended = othersOf[l] & state.Issued {
    state' = state ++ l -> Used ++ ended -> Superseded
    crossDevice' = crossDevice ++ { o: ofTab[l] & crossDevice.Approved, h: Claimed | r.means = ApprovedElsewhere }
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
      l.client in OpenSignUp implies admittedBy' = admittedBy and uses' = uses
      else admittedBy' = admittedBy + a -> l.referral and uses' = uses ++ l.referral -> plus[l.referral.uses, 1]
      former' = former and Revoked' = Revoked
    }
  }
}

/** The same for an address whose account was replaced: the link is used, and signs no user in. */
pred useInVain[r: Request] {
  ready[r]
  lockable[r.link, r.node]
  r.means = ApprovedElsewhere implies r.link.crossDevice = Approved
  not owned[r.link]
  retire[r]
  phase' = phase ++ r -> Rejected
  issuedAt' = issuedAt and owner' = owner and Removed' = Removed
  proves' = proves and Counted' = Counted and Ended' = Ended
  usersStay and emailsStay and clocksStay and revokingStays
}

/** A request ends with a page that shows the reason. */
pred reject[r: Request, why: Reason] {
  mayReject[r, why]
  phase' = phase ++ r -> Rejected
  proves' = proves and Counted' = Counted and Ended' = Ended
  rowsStay and usersStay and emailsStay and clocksStay and revokingStays
}
pred mayReject[r: Request, why: Reason] {
  let l = r.link {
    (no r.phase and hasSecret[r] and why in rejection[l, r.node])
      or (r.phase = Looked and r.means = CodeTyped and r not in Counted and not hasTriesLeft[l] and why = NoTries)
      or (r.phase = Looked and r in Counted - Right and why = WrongCode)
      or (ready[r] and why in rejection[l, r.node])
      or (ready[r] and r.means = ApprovedElsewhere and l.crossDevice != Approved and why = NotApproved)
      or (ready[r] and lockable[l, r.node] and no l.user.account and not admits[l] and why = NoReferral)
      or (r.phase in Proven + SessionStored and revoked[r] and why = Invalid)
  }
}

/** `storeClaimSession` in cross-device/rows.ts: records the resulting session, so that it can be revoked. */
pred storeSession[r: Request] {
  r.phase = Proven and r.means = ApprovedElsewhere and r.link.crossDevice = Claimed
  movesTo[r, SessionStored]
}
/** `hasTabEndedFor` in tabs/ended-tab.ts: the flow continues unless it was revoked. */
pred proceed[r: Request] {
  r.phase = (r.means = ApprovedElsewhere implies SessionStored else Proven)
  some account.(r.proves)
  not revoked[r]
  movesTo[r, Checked]
}
/** Keycloak stores the session, after everything else in its request. */
pred signIn[r: Request] {
  r.phase = Checked
  movesTo[r, SignedIn]
}
pred movesTo[r: Request, to: Phase] {
  phase' = phase ++ r -> to
  proves' = proves and Counted' = Counted and Ended' = Ended
  rowsStay and usersStay and emailsStay and clocksStay and revokingStays
}

/** `decide` in cross-device/rows.ts: the first comparison code entered for a link decides. */
pred typeComparisonCode[l: Link, n: Node, right: CrossDevice] {
  l in Emailed and lockable[l, n] and l.crossDevice = Open
  right in Approved + Stopped
  let same = ofTab[l] & state.Issued & crossDevice.(Open + Stopped) |
    crossDevice' = crossDevice ++ l -> right ++ { o: same, h: Approved | right = Approved }
  state' = state and issuedAt' = issuedAt and owner' = owner and Removed' = Removed
  usersStay and requestsStay and emailsStay and clocksStay and revokingStays
}

/** `leave` in cross-device/claim.ts: the waiting page was left. */
pred leave[l: Link] {
  some l.state and some l.tab
  crossDevice' = crossDevice ++ (ofTab[l] & crossDevice.(Open + Approved)) -> Stopped
  crossDevice' != crossDevice
  state' = state and issuedAt' = issuedAt and owner' = owner and Removed' = Removed
  usersStay and requestsStay and emailsStay and clocksStay and revokingStays
}

/** `revoke` in cross-device/revoke.ts: the row, then the sessions; if the node dies in between, the page confirms nothing. */
pred revokeCrossDevice[l: Link, n: Node] {
  l in Emailed and l.crossDevice in Approved + Claimed + SignInRevoked and l not in n.revoking
  crossDevice' = crossDevice ++ (ofTab[l] & crossDevice.(Approved + Claimed + SignInRevoked)) -> SignInRevoked
  revoking' = revoking + n -> l
  CrossDeviceRevoked' = CrossDeviceRevoked
  state' = state and issuedAt' = issuedAt and owner' = owner and Removed' = Removed
  usersStay and requestsStay and emailsStay and clocksStay
}
pred endSessions[l: Link, n: Node] {
  l in n.revoking
  revoking' = revoking - n -> l
  Ended' = Ended + (link.(ofTab[l]) & means.ApprovedElsewhere & phase.SignedIn)
  CrossDeviceRevoked' = CrossDeviceRevoked + l
  phase' = phase and proves' = proves and Counted' = Counted
  rowsStay and usersStay and emailsStay and clocksStay
}

/** `accountRemoved` in upkeep/account-removed.ts, in the transaction that deletes the account. */
pred deleteAccount[p: User] {
  some p.account
  account' = account - p -> Account
  former' = former + p -> p.account
  remove[(user.p + owner.(p.account)) & state.State]
  issuedAt' = issuedAt and owner' = owner
  admittedBy' = admittedBy and uses' = uses and Revoked' = Revoked
  requestsStay and emailsStay and clocksStay and revokingStays
}

/** `deleteReferral` in referral/rows.ts */
pred revoke[c: Referral] {
  c not in Revoked
  Revoked' = Revoked + c
  account' = account and former' = former and admittedBy' = admittedBy and uses' = uses
  rowsStay and requestsStay and emailsStay and clocksStay and revokingStays
}

/** A node ends, or loses some of its work: by its database connection, or by the caller's. */
pred lose[n: Node] {
  all r: Request | r.phase' = r.phase or (r in underway[n] and r.phase' = Lost)
  sending' in sending and sending - n -> Link in sending'
  revoking' in revoking and revoking - n -> Link in revoking'
  proves' = proves and Counted' = Counted and Ended' = Ended and Emailed' = Emailed and CrossDeviceRevoked' = CrossDeviceRevoked
  rowsStay and usersStay and clocksStay
}
fun underway[n: Node]: set Request { node.n & phase.(Looked + Proven + SessionStored + Checked) }

/** Clocks differ by an instant at most. */
pred tick[n: Node] {
  some n.clock.next
  clock' = clock ++ n -> n.clock.next
  all m: Node | m.clock' in n.clock + n.clock.next + n.clock.next.next
  rowsStay and usersStay and requestsStay and emailsStay and revokingStays
}

pred nothing {
  rowsStay and usersStay and requestsStay and emailsStay and clocksStay and revokingStays
}

-- What a step leaves unchanged

pred rowsStay {
  state' = state and issuedAt' = issuedAt and owner' = owner and crossDevice' = crossDevice and Removed' = Removed
}
pred usersStay {
  account' = account and former' = former and admittedBy' = admittedBy and uses' = uses and Revoked' = Revoked
}
pred requestsStay { phase' = phase and proves' = proves and Counted' = Counted and Ended' = Ended }
pred emailsStay { sending' = sending and Emailed' = Emailed }
pred clocksStay { clock' = clock }
pred revokingStays { revoking' = revoking and CrossDeviceRevoked' = CrossDeviceRevoked }

-- All possible steps

fact {
  no state and no issuedAt and no owner and no crossDevice and no Removed
  no former and no admittedBy and no Revoked and uses = Referral -> 0
  all a: Account | lone account.a
  no phase and no proves and no Counted and no Ended
  no sending and no Emailed and no revoking and no CrossDeviceRevoked
  all disj n, m: Node | m.clock in n.clock + n.clock.next + n.clock.prev
}
/** Omitted in a replay, which names each step itself. */
fact { always step }
pred step {
  nothing
    or (some l: Link | deliver[l] or leave[l])
    or (some l: Link, n: Node | request[l, n] or compensate[l, n] or revokeCrossDevice[l, n] or endSessions[l, n])
    or (some l: Link, n: Node, right: CrossDevice | typeComparisonCode[l, n, right])
    or (some r: Request | look[r] or count[r] or use[r] or useInVain[r] or storeSession[r] or proceed[r] or signIn[r])
    or (some r: Request, why: Reason | reject[r, why])
    or (some p: User | deleteAccount[p])
    or (some c: Referral | revoke[c])
    or (some n: Node | lose[n] or tick[n])
}

-- The properties

/** This step uses the link of a request. */
pred usesNow[r: Request] { r.phase = Looked and r.phase' = Proven }

assert OneSessionPerLink { always all l: Link | lone link.l & phase.SignedIn }

assert AtMostMaxUses { always all c: Referral | #admittedBy.c <= c.maxUses }

/** A newer link is one stored later, whatever the clocks show. */
assert NoneUsedAfterANewer {
  always all r: Request, newer: othersOf[r.link] |
    usesNow[r] and once (newer not in requested and r.link in requested) implies
      before historically no q: link.newer | usesNow[q]
}
/** And using a link ends all others that exist by then. */
assert UseEndsTheOthers {
  always all r: Request | usesNow[r] implies after no (r.link + othersOf[r.link]) & state.Issued
}

/** No use of a link whose row was removed, nor of one for a deleted account. */
assert NoUseAfterRevocation {
  always all r: Request | usesNow[r] implies r.link not in Removed and no r.link.owner & User.former
}
assert NoAccountByARevokedCode { always all c: Revoked | admittedBy'.c = admittedBy.c }
/** However late its session is stored. */
assert NoSessionAfterRevocation {
  always all r: live | r.means = ApprovedElsewhere implies no ofTab[r.link] & CrossDeviceRevoked
}

assert EmailedIsUsableOrRejected {
  always all l: Emailed, n: Node | lone rejection[l, n] and (lockable[l, n] iff no rejection[l, n])
  always all l: Emailed | no l.state implies l in Removed
}

assert TriesAreBounded { always all l: Link | #(Counted & link.l) <= 2 }

-- Scopes per signature; a trace of that length may stutter at any step.

check OneSessionPerLink for 2 but 3 Request, 1 Referral, 3 Instant, 3 Int, 10..10 steps
check AtMostMaxUses for 3 but 1 Client, 1 Referral, 1 Node, 0 Tab, 2 Instant, 3 Int, 12..12 steps
check NoneUsedAfterANewer for 2 but 1 User, 0 Referral, 1 Tab, 3 Instant, 3 Int, 9..9 steps
check UseEndsTheOthers for 2 but 3 Link, 3 Request, 3 Instant, 3 Int, 10..10 steps
check NoUseAfterRevocation for 2 but 1 Client, 0 Referral, 1 Tab, 2 Instant, 3 Int, 9..9 steps
check NoAccountByARevokedCode for 2 but 1 Client, 1 Referral, 0 Tab, 2 Instant, 3 Int, 9..9 steps
check NoSessionAfterRevocation for 2 but 1 User, 1 Client, 0 Referral, 1 Tab, 2 Instant, 3 Int, 12..12 steps
check EmailedIsUsableOrRejected for 2 but 1 Referral, 1 Tab, 4 Instant, 3 Int, 9..9 steps
check TriesAreBounded for 1 but 4 Request, 2 Node, 2 Instant, 3 Int, 12..12 steps

-- Examples that must exist

run TwoUsersSignIn { eventually #live.proves = 2 } for 2 but 3 Int, 12..12 steps
run ANodeEndsBetweenUseAndSession {
  eventually some r: Request | r.phase = Lost and some r.proves and always r.link not in phase.SignedIn.link
} for 2 but 3 Int, 8..8 steps
run ClocksDisagree {
  some disj n, m: Node | eventually some l: Emailed |
    lockable[l, n] and expired[l, m] and after eventually some live & link.l & node.n
} for 2 but 1 Link, 1 Request, 4 Instant, 3 Int, 10..10 steps
run ACodeUsesALink { eventually some live & Right & means.CodeTyped } for 2 but 3 Int, 9..9 steps
run ACrossDeviceSignInIsRevoked {
  eventually (some live & means.ApprovedElsewhere and eventually some CrossDeviceRevoked)
} for 2 but 3 Int, 12..12 steps
run ACrossDeviceSignInIsRevokedBeforeItsSessionIsStored {
  some r: Request | eventually (r.link in CrossDeviceRevoked and r.phase != SignedIn and eventually r.phase = SignedIn)
} for 2 but 1 Link, 1 Request, 3 Int, 11..11 steps
run TheMailServersResponseIsLost { eventually some Emailed & Removed } for 2 but 3 Int, 5..5 steps
run ALinkOutlivesItsAccount {
  eventually some r: Request | r.phase = Rejected and some r.link.owner & r.link.user.former and r.link.state = Used
} for 2 but 3 Int, 10..10 steps
run AReferralCodeIsUsedUp { eventually some c: Referral | c.maxUses = 2 and #admittedBy.c = 2 } for 2 but 3 Int, 10..10 steps

/** Each reason occurs. */
pred canReject[why: Reason] { some r: Request | eventually reject[r, why] }
run RejectsUsed { canReject[WasUsed] } for 2 but 3 Int, 9..9 steps
run RejectsSuperseded { canReject[WasSuperseded] } for 2 but 3 Int, 9..9 steps
run RejectsExpired { canReject[HasExpired] } for 2 but 3 Instant, 3 Int, 9..9 steps
run RejectsInvalid { canReject[Invalid] } for 2 but 3 Int, 9..9 steps
run RejectsWithoutReferral { canReject[NoReferral] } for 2 but 3 Int, 9..9 steps
run RejectsAWrongCode { canReject[WrongCode] } for 2 but 3 Int, 9..9 steps
run RejectsOneTryTooMany { canReject[NoTries] } for 2 but 4 Request, 3 Int, 12..12 steps
run RejectsRevoked { canReject[NotApproved] } for 2 but 3 Int, 9..9 steps
