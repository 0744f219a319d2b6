/** A text that browsers, mail programs and templates would each read in their own way, if they were let. */

/** Written with `@` for the dollar sign, which would make this a template of our own. */
export const MARKUP =
  '<img src=x onerror=alert(1)><script>alert(1)</script>"\'&{{7*7}}@{7*7}@{doLogIn}<#list 1..3 as x>@{x}</#list>'.replaceAll(
    '@',
    '$',
  );
