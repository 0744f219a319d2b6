/** What the pages say where emails contain only a code. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { messageFor } from '../../provider-scripts/src/sign-in/prompt/message-for.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { DEFAULT_LANGUAGE, TAGS, textsIn, textsOf } from '../support/messages.ts';

/** What a link is called. */
const LINK: Readonly<Record<string, RegExp>> = {
  en: /\blink/i,
  de: /link/i,
  fr: /\blien/i,
  es: /enlace/i,
  ja: /リンク/,
  ar: /رابط|روابط/,
};

function allTexts(language: string): Map<string, string> {
  const own = path.join(ROOT, 'theme', 'theme-resources', 'messages', `messages_${language}.properties`);
  return new Map([...textsOf('login', language), ...textsOf('email', language), ...textsIn(own)]);
}

const ENGLISH = allTexts(DEFAULT_LANGUAGE);
const OF_CODES = [...ENGLISH.keys()].filter(
  (key) => /\.code$|\.alone$|\.longer$/.test(key) || key === 'linkgateCodeHere',
);

describe('a message', () => {
  test.each(
    [...ENGLISH.keys()].filter((key) =>
      /^linkgate(Error\.|Code|Passkey(NotUsed|Cancelled|Copied))/.test(key),
    ),
  )('%s speaks of a code, or of neither, in the language of the page', (key) => {
    const shown = messageFor(key, { emailContains: 'code' });
    for (const language of TAGS) {
      const text = allTexts(language).get(shown);
      expect(text, `${language}: ${shown}`).toBeDefined();
      if (!key.endsWith('.code') && key !== 'linkgateCodeLabel')
        expect(text, language).not.toMatch(LINK[language] as RegExp);
    }
  });

  test('is the same where the email has a link', () => {
    for (const emailContains of ['link', 'link-and-code'] as const)
      for (const key of ENGLISH.keys()) expect(messageFor(key, { emailContains })).toBe(key);
  });
});

test.each(TAGS)('no text of a code speaks of a link in %s', (language) => {
  const texts = allTexts(language);
  expect(OF_CODES.length).toBeGreaterThan(50);
  const wrong = OF_CODES.filter((key) => LINK[language]?.test(texts.get(key) ?? ''));
  expect(wrong).toEqual([]);
});

test('every text of a code stands beside one of a link, with its placeholders', () => {
  const keys = OF_CODES.filter((key) => key.endsWith('.code'));
  for (const key of keys) {
    const link = ENGLISH.get(key.replace(/\.code$/, ''));
    expect(link, key).toBeDefined();
    const placeholders = (text = '') => [...new Set(text.match(/\{\d/g))].sort();
    expect(placeholders(ENGLISH.get(key)), key).toEqual(placeholders(link));
  }
});

test.each(['linkgateMagicLinkExpiry', 'linkgateCheckEmailLifetime'])('%s has each unit', (key) => {
  for (const unit of ['', '.seconds', '.hours', '.days']) expect(OF_CODES).toContain(`${key}${unit}.code`);
});
