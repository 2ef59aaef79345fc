// What the pages for sellers do more with JavaScript: without it everything works, and a reload shows the latest.

const refreshMs = 5_000;

/** Remembers the browser's own time zone, until the seller chooses another one in a form. */
function rememberZone() {
  if (/(?:^|; )zone=/.test(document.cookie)) return;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  if (timeZone)
    document.cookie = `zone=${encodeURIComponent(timeZone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

/** Replaces the live parts of the page by those of the page as it is now. */
async function refresh() {
  const response = await fetch(location.href, { headers: { live: '1' } });
  if (!response.ok) return;
  const now = new DOMParser().parseFromString(await response.text(), 'text/html');
  // The session has ended: the page stays as it is, and the next link leads to the sign-in.
  if (now.getElementById('main') === null) return stop();
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = now.getElementById(part.id);
    const isInUse = part.contains(document.activeElement);
    if (fresh !== null && !isInUse && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
  }
}

let timer;

function stop() {
  clearInterval(timer);
}

rememberZone();
if (document.querySelector('[data-live]') !== null) {
  timer = setInterval(() => {
    if (document.visibilityState === 'visible') refresh().catch(() => undefined);
  }, refreshMs);
}
