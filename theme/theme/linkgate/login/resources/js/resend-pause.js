// Shows when the latest link was sent in the reader's time zone, and counts down until another one can be sent.

const language = document.documentElement.lang || 'en';
// The same digits as in addresses and codes.
const clock = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: 'short' });
for (const time of document.querySelectorAll('time[datetime]'))
  time.textContent = clock.format(new Date(time.dateTime));

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
