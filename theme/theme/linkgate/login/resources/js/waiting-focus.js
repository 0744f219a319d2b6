// Focuses the field for the code where typing needs no keyboard on the screen, else the heading, unless the page has focused something.

const hasKeyboard = matchMedia('(hover: hover) and (pointer: fine)').matches;
const heading = document.querySelector('#kc-page-title');
const target = (hasKeyboard && document.querySelector('input[name=code]')) || heading;
if (target !== null && document.querySelector('[autofocus]') === null) {
  if (target === heading) heading.tabIndex = -1;
  target.focus({ preventScroll: true });
}
