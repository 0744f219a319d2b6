/** Times as their reader writes them. In which time zone the reader is isn't known: they are in UTC, and say so. */
import { inLanguage } from './written-time.ts';

const DateTimeFormatter = Java.type('java.time.format.DateTimeFormatter');
const FormatStyle = Java.type('java.time.format.FormatStyle');
const Instant = Java.type('java.time.Instant');
const Locale = Java.type('java.util.Locale');
const ZoneId = Java.type('java.time.ZoneId');

const ZONE = 'UTC';

/** The hours and minutes of a time (Unix seconds). */
export function timeOfDay(tag: string, at: number): string {
  return written(tag, at, DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT));
}

/** The same with the date. */
export function dateAndTime(tag: string, at: number): string {
  return written(tag, at, DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT));
}

function written(
  tag: string,
  at: number,
  formatter: ReturnType<typeof DateTimeFormatter.ofLocalizedTime>,
): string {
  const zoned = formatter.withLocale(Locale.forLanguageTag(tag)).withZone(ZoneId.of(ZONE));
  return `${inLanguage(tag, zoned.format(Instant.ofEpochSecond(at)))} ${ZONE}`;
}
