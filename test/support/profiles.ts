/** Browsers in which users request and open a link; they share no state. */
import type { BrowserContextOptions } from 'playwright-core';

const LAPTOP = {
  viewport: { width: 1280, height: 800 },
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
};
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** By name. A private window differs from its browser only in its storage. */
export const PROFILES = {
  'desktop browser': LAPTOP,
  'private window of it': LAPTOP,
  'phone browser': {
    ...PHONE,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  },
  'in-app web view': {
    ...PHONE,
    viewport: { width: 360, height: 640 },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 389.0.0.0',
  },
} as const satisfies Record<string, BrowserContextOptions>;

/** The name of a profile. */
export type ProfileName = keyof typeof PROFILES;
