/** When an account is told of a sign-in on a device (contract, section 11). */
import type { UserAgent } from '../../http/request/user-agent.ts';

/** Two new devices with the same browser, system and network within this time count as one: tabs of a browser that has no cookie yet. */
export const SAME_DEVICE_SECONDS = 60;

/** The state of a device's notice until it is sent: then it is the notice's identifier. */
export const NOTICE_DUE = 'due';

/** What is known when a device that doesn't remember an account starts to. */
export interface NewDeviceFacts {
  /** Whether the realm has the notices on. */
  isOn: boolean;
  /** Whether the account existed before this sign-in. */
  hasAccount: boolean;
  /** Whether its address was proven before: otherwise its owner signs in for the first time. */
  wasProven: boolean;
}

/** Whether the account is to be told once the sign-in is completed. */
export function isNoticeDue({ isOn, hasAccount, wasProven }: NewDeviceFacts): boolean {
  return isOn && hasAccount && wasProven;
}

/** A device of which the account was told. */
export interface NoticedDevice extends UserAgent {
  /** The notice's identifier. */
  notice: string;
}

/** Returns the notice that also covers a device, among those sent lately to the same network; null if it needs its own. */
export function noticeCovering(
  sent: readonly NoticedDevice[],
  { browser, system }: UserAgent,
): string | null {
  return sent.find((one) => one.browser === browser && one.system === system)?.notice ?? null;
}
