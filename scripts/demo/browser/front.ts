/** The front page's script: copies commands. */

const COPIED_MILLISECONDS = 2000;

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy ?? '');
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source?.textContent ?? '');
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Select it and copy';
    }
    setTimeout(() => {
      button.textContent = label;
    }, COPIED_MILLISECONDS);
  });
}
