// Opens the app that the page leads to, on a phone or tablet. Elsewhere it is rarely installed, and some browsers would show an error.
const isMobile =
  navigator.userAgentData?.mobile || /\b(Android|iPhone|iPad|iPod)\b/.test(navigator.userAgent);
if (isMobile) location.href = document.getElementById('open-app').href;
