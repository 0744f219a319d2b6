/**
 * The frame of a preview: shows the document that it is sent. It is an origin of its own, runs none of the document's scripts, and nothing
 * in it leads anywhere.
 */

const parser = new DOMParser();

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || typeof data !== 'string') return;
  const shown = parser.parseFromString(data, 'text/html');
  document.replaceChild(document.adoptNode(shown.documentElement), document.documentElement);
});

for (const name of ['click', 'submit'] as const) {
  document.addEventListener(name, (event) => event.preventDefault(), true);
}

window.parent.postMessage('ready', '*');
