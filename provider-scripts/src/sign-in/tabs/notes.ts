/**
 * The notes of a tab (Keycloak's authentication session), in one table: for each, whether it is copied when the tab's user continues in
 * another tab.
 */
import type { AuthenticationSessionModel } from 'keycloak';
import { DEVICE_NOTE } from '../../accounts/refresh-tokens.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { PASSKEY_ABLE_NOTE } from '../../platform/keycloak/provider-ids.ts';
import { CHOSEN_FLOW_NOTE, FLOW_LEVEL_NOTE } from '../../realm/flow/flow.ts';
import { CHOSEN_LOCALE_NOTE, OWN_LANGUAGE_NOTE } from '../../realm/language/selector.ts';

const Constants = Java.type('org.keycloak.models.Constants');

/**
 * The tab's and the user session's note with the links of its cross-device sign-ins, separated by spaces. A revocation ends a session by it even
 * if Keycloak stores the session late.
 */
export const APPROVED_LINK_NOTE = 'linkgate.approved-link';

/** A note's properties. A proof never moves, so that an attacker who knew the earlier session doesn't obtain it (session fixation). */
type Note =
  | { readonly name: string; readonly proof: true; readonly moves: false }
  | {
      readonly name: string;
      /** Whether it is copied when the tab is recreated in a session with another id. */
      readonly moves: boolean;
      /** Its value, from the link's row, in a tab that is recreated from its link. */
      readonly fromLink?: (link: LinkRow) => string | undefined;
      /** The client note of the request that it is restored from; links and Keycloak's restart cookie carry these. */
      readonly fromRequest?: string;
      /** Whether it is copied when the same request restarts. */
      readonly survivesRestart?: true;
    };

/** Every note that Linkgate sets in a tab, or has to preserve for Keycloak. */
export const NOTES = {
  /** The account that a used link proved; satisfies the link step and nothing else. */
  proven: { name: 'linkgate.proven', proof: true, moves: false },
  /** The address that it was proven for, normalised. */
  provenFor: { name: 'linkgate.proven-for', proof: true, moves: false },
  /** What proved it: `link`, `code`, `cross-device`, `passkey` or `provider`. */
  provenBy: { name: 'linkgate.proven-by', proof: true, moves: false },
  /** The links by which a cross-device sign-in proved it, which its user may revoke. */
  approvedLinks: { name: APPROVED_LINK_NOTE, proof: true, moves: false },
  /**
   * The earliest time at which the user of a tab or session can have been known (Unix milliseconds): the time of its proof, otherwise the
   * start of the last request without a user.
   */
  knownSince: { name: 'linkgate.known-since', proof: true, moves: false },
  /** The session that the tab continues or joins: its identifier, and when it started (Unix seconds). The tab ends with it. */
  continuedSession: { name: 'linkgate.continued-session', moves: false },
  /** In a stock realm: the user of the tab so far, and the executions that another one had completed before. */
  user: { name: 'linkgate.user', moves: false },
  othersSteps: { name: 'linkgate.others-steps', moves: false },
  /** When this tab itself last set up a credential (Unix milliseconds); one that the account has got since is another tab's. */
  ownSetUp: { name: 'linkgate.own-set-up', moves: false },
  /** The row of the remembered device in which it was proven. */
  device: { name: DEVICE_NOTE, proof: true, moves: false },
  /** The language that the account had then. */
  ownLanguage: { name: OWN_LANGUAGE_NOTE, proof: true, moves: false },
  /** Set if the account is to be told of that device; the user session has the same note until that has been seen to. */
  newDevice: { name: 'linkgate.new-device', proof: true, moves: false },
  /** The account to which the link used in this tab was returned; Keycloak's own note of the session then names it. */
  impersonator: { name: 'linkgate.impersonator', proof: true, moves: false },
  /** The permission by which such a link was returned (`ReturnGrant` as JSON). */
  returnGrant: { name: 'linkgate.return-grant', proof: true, moves: false },
  /** When a proof that is pending until the client's own request expires (Unix seconds). */
  pendingProof: { name: 'linkgate.pending-proof', moves: false },
  /** The identifier of the latest link sent from this tab. */
  link: { name: 'linkgate.link', moves: true, fromLink: ({ jti }) => jti },
  /** The address that a link was sent to from this tab. */
  sentTo: { name: 'linkgate.sent-to', moves: true, fromLink: ({ email }) => email },
  /** The identifier of the latest link, if the user requested it with the button for another one. */
  resent: { name: 'linkgate.resent', moves: true },
  /** The view that the user requested: `address` for the field, `accounts` for the list. */
  requestedView: { name: 'linkgate.requested-view', moves: true },
  /** The account that was just forgotten on this device, as its page says and can undo. */
  forgotten: { name: 'linkgate.forgotten', moves: true, survivesRestart: true },
  /** The rules for sign-up were asked about the account that the first sign-in through a provider created here. */
  rulesAsked: { name: 'linkgate.rules-asked', moves: false },
  /** The referral code that was typed in this tab, hashed. */
  referral: { name: 'linkgate.referral', moves: true, fromLink: ({ request }) => request.referral },
  /** The referral code in the authorization URL, which prefills the page's field. Links contain only a code's hash. */
  prefilledReferral: { name: 'linkgate.prefilled-referral', moves: true, survivesRestart: true },
  /** The tab's locations before its session got a new id, separated by spaces. */
  locations: {
    name: 'linkgate.locations',
    moves: true,
    fromLink: ({ request: { requestedBy } }) =>
      requestedBy === undefined ? undefined : locationKey(requestedBy),
  },
  /** Set if a script of the tab's pages has found that this device can have a passkey: to the id of the page's execution. */
  passkeyAble: { name: PASSKEY_ABLE_NOTE, moves: true },
  /** Whether this tab's sign-in offers a passkey: `offered` or `none`. */
  passkeyOffer: { name: 'linkgate.passkey-offer', moves: false },
  /** The execution whose page waits for the latest link, in a stock realm or after an identity provider. */
  step: { name: 'linkgate.step', moves: false },
  /** The link of such a step that was opened and confirmed for this tab; the step's action uses it. */
  confirmed: { name: 'linkgate.confirmed', moves: false },
  /** The execution of such a step that a link or its code has completed in this tab. */
  completed: { name: 'linkgate.completed', moves: false },
  /** Keycloak's: the language that was chosen on the page. */
  chosenLanguage: { name: CHOSEN_LOCALE_NOTE, moves: true },
  /** Keycloak's: the flow that a client policy chose for the request. */
  chosenFlow: {
    name: Constants.REQUESTED_AUTHENTICATION_FLOW,
    moves: false,
    fromRequest: CHOSEN_FLOW_NOTE,
  },
  /** Keycloak's: the level that this flow has. */
  chosenFlowLevel: {
    name: Constants.AUTHENTICATION_FLOW_LEVEL_OF_AUTHENTICATION,
    moves: false,
    fromRequest: FLOW_LEVEL_NOTE,
  },
} as const satisfies Record<string, Note>;

/** The name of one of them. */
type NoteName = keyof typeof NOTES;

/** Reads a note of a tab; null if it isn't set. */
export function note(tab: AuthenticationSessionModel, name: NoteName): string | null {
  return tab.getAuthNote(NOTES[name].name);
}

/** Sets a note of a tab; null removes it. */
export function setNote(tab: AuthenticationSessionModel, name: NoteName, value: string | null): void {
  tab.setAuthNote(NOTES[name].name, value);
}

/** Removes a note of a tab. */
export function removeNote(tab: AuthenticationSessionModel, name: NoteName): void {
  tab.removeAuthNote(NOTES[name].name);
}

/** Keycloak's own (`Details`): the session is remembered. A link of the step carries it by itself. */
export const REMEMBER_ME_NOTE = 'remember_me';

/**
 * The user session's note with the client whose link was opened in another browser than the requesting one, and when (Unix seconds): the
 * client may have to start its request anew there.
 */
export const OPENED_ELSEWHERE_NOTE = 'linkgate.opened-elsewhere';

/** The user session's note with when its user was last proven by what is theirs (`isOwnProof`), in Unix seconds. */
export const OWN_PROOF_NOTE = 'linkgate.own-proof';

const ALL: readonly Note[] = Object.entries<Note>(NOTES).map(([, note]) => note);

/** Copies the notes that move to a recreated tab, which must already have its request. */
export function moveNotes(from: AuthenticationSessionModel, to: AuthenticationSessionModel): void {
  copy(from, to, ({ moves }) => moves);
  restoreFromRequest(to);
}

/** Copies the notes that survive a restart of the same request. */
export function restartNotes(from: AuthenticationSessionModel, to: AuthenticationSessionModel): void {
  copy(from, to, (note) => 'survivesRestart' in note);
}

/** Copies another tab's proof. */
export function copyProof(from: AuthenticationSessionModel, to: AuthenticationSessionModel): void {
  copy(from, to, (note) => 'proof' in note);
}

function copy(
  from: AuthenticationSessionModel,
  to: AuthenticationSessionModel,
  selects: (note: Note) => boolean,
): void {
  for (const note of ALL.filter(selects)) to.setAuthNote(note.name, from.getAuthNote(note.name));
}

/** Restores the notes of a recreated tab from its link's row. */
export function restoreFromLink(tab: AuthenticationSessionModel, link: LinkRow): void {
  for (const note of ALL) {
    const value = 'fromLink' in note ? note.fromLink?.(link) : undefined;
    if (value !== undefined) tab.setAuthNote(note.name, value);
  }
}

/** Restores a tab's notes from its request's client notes; Keycloak then continues with the flow chosen for the request, if any. */
export function restoreFromRequest(tab: AuthenticationSessionModel): void {
  for (const note of ALL) {
    const value =
      'fromRequest' in note && note.fromRequest !== undefined ? tab.getClientNote(note.fromRequest) : null;
    if (value !== null) tab.setAuthNote(note.name, value);
  }
}

/** Stores the notes with a tab's request from which they can be restored. */
export function storeInRequest(tab: AuthenticationSessionModel): void {
  for (const note of ALL)
    if ('fromRequest' in note && note.fromRequest !== undefined)
      tab.setClientNote(note.fromRequest, tab.getAuthNote(note.name));
}

/** A location as the note stores it. */
export function locationKey({ root, tab }: { root: string; tab: string }): string {
  return `${root}.${tab}`;
}
