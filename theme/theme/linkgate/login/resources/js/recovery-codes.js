// Shows the buttons that print, download or copy the recovery codes.

const buttons = document.getElementById('recovery-codes');
const { file, header, description, created, copied } = buttons.dataset;
const codes = [...document.querySelectorAll('#kc-recovery-codes-list li')]
  .map(({ textContent }) => textContent.trim().replace(/\s+/g, ' '))
  .join('\r\n');

function download() {
  const date = new Date().toLocaleString(document.documentElement.lang);
  const text = [header, codes, description, `${created} ${date}`].join('\r\n\r\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = `${file}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function copy() {
  await navigator.clipboard.writeText(codes);
  document.getElementById('recovery-codes-copied').textContent = copied;
}

document.getElementById('printRecoveryCodes').addEventListener('click', () => print());
document.getElementById('downloadRecoveryCodes').addEventListener('click', download);
document.getElementById('copyRecoveryCodes').addEventListener('click', copy);
// Without TLS a browser has no clipboard.
document.getElementById('copyRecoveryCodes').hidden = !navigator.clipboard;
buttons.hidden = false;
