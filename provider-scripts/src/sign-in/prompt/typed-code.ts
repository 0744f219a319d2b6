/** A one-time code typed on the "check your email" page: the right code uses the tab's link. */
import type { KeycloakSession } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { isFromElsewhere } from '../../links/magic-link/network.ts';
import { type CodeKind, codeKindOf, readOneTimeCode } from '../../links/magic-link/one-time-code.ts';
import type { Redeemed, RedeemRules } from '../../links/magic-link/redeem.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { hasCode, hasLink, type Settings } from '../../realm/flow/parse.ts';
import { counted } from '../../realm/language/durations.ts';
import type { LastLink } from './last-link.ts';
import { tryCode } from './try-code.ts';
import type { Wrong } from './wrong.ts';

/** The link that the code is of, with what its use led to; or why the page is shown again, null if it only shows that the link can't be used. */
export type TypedCode = { row: LinkRow; redeemed: Redeemed } | { wrong: Wrong | null };

/** Uses the link, unless the code can't be the right one. */
export function useTypedCode(
  session: KeycloakSession,
  { row, state }: LastLink,
  typed: string,
  settings: Settings,
  rules: RedeemRules = {},
): TypedCode {
  if (row === null || state !== 'waiting' || !hasCode(settings)) return { wrong: null };
  const kind = codeKindOf(row);
  // One that was sent beside a link, which doesn't act any longer: its limits are those of a code that nobody depends on.
  if (kind === 'beside-link' && !hasLink(settings)) return { wrong: wrongCode('linkgateCodeSpent') };
  const code = readOneTimeCode(typed, kind);
  if (code === null) return { wrong: { ...wrongCode(MALFORMED[kind]), typedCode: typed } };
  if (isFromElsewhere(session, row, settings)) return { wrong: wrongCode('linkgateCodeElsewhere') };
  const tried = tryCode(session, row, code, settings, currentTime(), rules);
  if (tried === 'limited') return { wrong: wrongCode('linkgateCodeLimited') };
  if (!('triesLeft' in tried)) return { row, redeemed: tried };
  return {
    wrong:
      tried.triesLeft > 0
        ? wrongCode('linkgateCodeWrong', ...counted(tried.triesLeft))
        : wrongCode('linkgateCodeSpent'),
  };
}

/** The texts that say how a code looks. */
const MALFORMED: Readonly<Record<CodeKind, string>> = {
  'beside-link': 'linkgateCodeMalformed',
  alone: 'linkgateCodeMalformed.alone',
  longer: 'linkgateCodeMalformed.longer',
};

function wrongCode(key: string, ...parameters: (number | string)[]): Wrong {
  return { key, parameters, field: 'code' };
}
