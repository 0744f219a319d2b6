// Shows when the latest link was sent in the reader's time zone, and counts down until another one can be sent.

const [language] = (document.documentElement.lang || 'en').split('-');
// With the reader's region: some write 21:52 for 9:52 PM. The same digits as in addresses and codes.
const own = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
const clock = new Intl.DateTimeFormat(own, { timeStyle: 'short', numberingSystem: 'latn' });
for (const time of document.querySelectorAll('time[datetime]')) {
  const text = clock.format(new Date(time.dateTime));
  time.textContent = language === 'fr' ? text.replace(':', '\u00a0h\u00a0') : text;
}

const button = document.querySelector('[data-pause]');
const countdown = button?.querySelector('.lg-countdown');
if (countdown) {
  const pausedUntil = Date.now() + Number(button.dataset.pause) * 1000;

  function countDown() {
    const seconds = Math.ceil((pausedUntil - Date.now()) / 1000);
    button.disabled = seconds > 0;
    countdown.textContent = button.disabled ? ` (0:${String(seconds).padStart(2, '0')})` : '';
    if (button.disabled) setTimeout(countDown, 250);
  }

  countDown();
}
