/**
 * The account that a tab's form has just forgotten on this device: the next page says so, and can undo it there for a few minutes. What the account
 * had signed in to stays ended.
 */
import type { AuthenticationFlowContext, AuthenticationSessionModel } from 'keycloak';
import { type Account, accountOf } from '../../accounts/browser-accounts.ts';
import { deviceKey } from '../../accounts/device/cookie.ts';
import { isNoticeDue } from '../../accounts/device/new-device.ts';
import { type OnThisDevice, rememberAgain } from '../../accounts/device/remember.ts';
import { isOnDevice } from '../../accounts/device/rows.ts';
import { notBefore } from '../../accounts/not-before.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { hasNewDeviceNoticesOn } from '../../realm/settings/new-device-policy.ts';
import { note, removeNote, setNote } from '../tabs/notes.ts';

/** For how long the page says it and can undo it: who uses the browser later sees nothing of it. */
const UNDO_SECONDS = 300;

/** What the page says: that it was forgotten, that it is remembered again, or that it was too late for that. */
type State = 'forgotten' | 'restored' | 'late';

interface Forgotten {
  state: State;
  id: string;
  email: string;
  at: number;
  device: Pick<OnThisDevice, 'key' | 'lastUsedAt'> | null;
}

/** What a page shows of it. */
export type ShownForgotten = Pick<Forgotten, 'state' | 'id' | 'email'> & { canUndo: boolean };

/** Records it in the tab. Without something remembered, there is nothing to undo. */
export function recordForgotten(
  tab: AuthenticationSessionModel,
  { id, email }: Account,
  remembered: OnThisDevice | null,
): void {
  const device = remembered === null ? null : { key: remembered.key, lastUsedAt: remembered.lastUsedAt };
  store(tab, { state: 'forgotten', id, email, at: currentTime(), device });
}

/** Returns what the page is to say, also after a reload; null once it is no longer so. What an undo led to is said once. */
export function shownForgotten(context: AuthenticationFlowContext): ShownForgotten | null {
  const tab = context.getAuthenticationSession();
  const found = read(tab);
  if (found === null) return null;
  const { state, id, email, at, device } = found;
  const now = currentTime();
  if (state !== 'forgotten') removeNote(tab, 'forgotten');
  const session = context.getSession();
  const key = deviceKey(session, now);
  const isRemembered = key !== null && isOnDevice(session, key, id, now);
  if (now > at + UNDO_SECONDS || isRemembered !== (state === 'restored')) return null;
  return { state, id, email, canUndo: state === 'forgotten' && device !== null && device.key === key };
}

/** Lets this device remember the account again. Only in the browser that forgot it, unless the account was revoked or changed meanwhile. */
export function undoForgetting(context: AuthenticationFlowContext, settings: Settings, id: string): void {
  const tab = context.getAuthenticationSession();
  const found = read(tab);
  if (found === null || found.state !== 'forgotten' || found.id !== id) return;
  const session = context.getSession();
  const user = session.users().getUserById(context.getRealm(), id);
  const isSame =
    user !== null &&
    accountOf(user, false)?.email === found.email &&
    notBefore(session, null, user) < found.at;
  const canUndo = settings.rememberDevice && isSame && currentTime() <= found.at + UNDO_SECONDS;
  const isOn = hasNewDeviceNoticesOn(context.getRealm());
  const isDue = isNoticeDue({ isOn, hasAccount: true, wasProven: true });
  const isDone = canUndo && found.device !== null && rememberAgain(session, id, found.device, isDue);
  store(tab, { ...found, state: isDone ? 'restored' : 'late', at: currentTime() });
}

function read(tab: AuthenticationSessionModel): Forgotten | null {
  const stored = note(tab, 'forgotten');
  return stored === null ? null : (JSON.parse(stored) as Forgotten);
}

function store(tab: AuthenticationSessionModel, forgotten: Forgotten): void {
  setNote(tab, 'forgotten', JSON.stringify(forgotten));
}
