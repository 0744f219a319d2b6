/** A text that browsers, email clients and templates would interpret as markup, if unescaped. */

/** Written with `@` for the dollar sign, which would make this a template of our own. */
export const MARKUP =
  '<img src=x onerror=alert(1)><script>alert(1)</script>"\'&{{97*97}}@{97*97}@{doLogIn}<#list 7..9 as x>@{x}</#list>'.replaceAll(
    '@',
    '$',
  );

/** The result of a template's evaluation: numbers that no time of day, year or size in a page has. */
export const MARKUP_READ = /9409|789/;
