/** A text that browsers, mail programs and templates would each read in their own way, if they were let. */

/** Written with `@` for the dollar sign, which would make this a template of our own. */
export const MARKUP =
  '<img src=x onerror=alert(1)><script>alert(1)</script>"\'&{{97*97}}@{97*97}@{doLogIn}<#list 7..9 as x>@{x}</#list>'.replaceAll(
    '@',
    '$',
  );

/** What a template would make of it: numbers that no time of day, year or size in a page has. */
export const MARKUP_READ = /9409|789/;
