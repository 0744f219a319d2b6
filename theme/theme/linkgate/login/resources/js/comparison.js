// Shows the comparison code of a waiting page.

/** Opens it, since the link was opened elsewhere; it takes the focus, unless a code is being typed. */
export function showComparison() {
  const comparison = document.querySelector('#linkgate-comparison');
  if (comparison === null) return;
  comparison.open = true;
  comparison.querySelector('#linkgate-opened').hidden = false;
  if (!document.querySelector('input[name=code]')?.value)
    comparison.querySelector('#linkgate-comparison-code').focus();
}
