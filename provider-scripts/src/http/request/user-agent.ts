/**
 * The browser and operating system that a `User-Agent` names. The names are a closed list: the requester controls that header, and the
 * result is shown to the user who opens the link, and to administrators. A general parser would return pieces of the header itself.
 */

/** A browser and its operating system; null for anything that isn't in the lists. */
export interface UserAgent {
  browser: string | null;
  system: string | null;
}

/** The order matters: most browsers also name others that they imitate. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bFB(AN|AV|_IAB)\b/, 'Facebook'],
  [/\bLine\//, 'LINE'],
  [/\bGSA\//, 'Google'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOP(R|T|iOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPod)\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(intosh| OS X)\b/, 'macOS'],
  [/\b(Linux|X11)\b/, 'Linux'],
];

/** Only this many characters of the header are examined. */
const MAX_LENGTH = 1024;

export function readUserAgent(header: string | null): UserAgent {
  const text = (header ?? '').slice(0, MAX_LENGTH);
  return { browser: nameIn(BROWSERS, text), system: nameIn(SYSTEMS, text) };
}

function nameIn(list: typeof BROWSERS, text: string): string | null {
  return list.find(([mark]) => mark.test(text))?.[1] ?? null;
}

/** The names as users see them; null if neither is known. */
export function agentName({ browser, system }: UserAgent): string | null {
  return [browser, system].filter((name) => name !== null).join(', ') || null;
}
