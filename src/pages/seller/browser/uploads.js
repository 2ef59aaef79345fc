// Pictures that go up by themselves. Without JavaScript a form sends its pictures along.

export const words = JSON.parse(document.getElementById('main')?.dataset.upload ?? 'null');

/** The longest side of a picture that is sent. The service shows at most 1,600 pixels. */
const longestSide = 2_560;
/** A picture that is no larger is sent as it is. */
const smallBytes = 1_500_000;
export const longestPauseMs = 30_000;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a request of IndexedDB. */
function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('IndexedDB failed.', { cause: request.error })));
  });
}

/** The uploads that are begun and not yet done. They are stored in the browser: the next page goes on with them. */
export const queue = (() => {
  const request = indexedDB.open('pictures', 1);
  request.addEventListener('upgradeneeded', () =>
    request.result.createObjectStore('uploads', { keyPath: 'pictureId' }),
  );
  const opened = resultOf(request);
  const stored = async (mode) => (await opened).transaction('uploads', mode).objectStore('uploads');
  return {
    all: async () => await resultOf((await stored('readonly')).getAll()),
    put: async (upload) => await resultOf((await stored('readwrite')).put(upload)),
    delete: async (pictureId) => await resultOf((await stored('readwrite')).delete(pictureId)),
  };
})();

/** The cards on this page, by the ids of their pictures. */
export const cards = new Map();

/** Sends the uploads of the queue, one after the other, and each again until it has arrived or is refused. */
async function sendAll() {
  let waitMs = 1_000;
  for (;;) {
    const [upload] = await queue.all();
    await sayGoingUp();
    if (upload === undefined) return;
    const card = cards.get(upload.pictureId);
    const outcome = await send(upload, card).catch(() => 'again');
    if (outcome === 'again') {
      card?.say(words.waiting);
      await Promise.race([
        pause(waitMs),
        new Promise((resolve) => addEventListener('online', resolve, { once: true })),
      ]);
      waitMs = Math.min(longestPauseMs, waitMs * 2);
      continue;
    }
    waitMs = 1_000;
    await queue.delete(upload.pictureId);
    if (card !== undefined) void settle(upload, card, outcome);
  }
}

let sending = null;

/** Begins to send, in one tab at a time where the browser can tell. */
export function sendSoon() {
  sending ??= (navigator.locks === undefined ? sendAll() : navigator.locks.request('pictures', sendAll))
    .catch(reportError)
    .finally(() => {
      sending = null;
    });
}

/** Sends one. @returns the code of a fault, `again`, or null once the picture is stored */
async function send({ address, file }, card) {
  const made = await makeSmaller(file);
  if (made.fault) return made.fault;
  const { status, body } = await put(address, made.blob, (share) => card?.progress(share));
  if (status === 413) return 'too_many_bytes';
  if (status === 422) return body.fault;
  // The address has expired.
  if (status === 404) return null;
  return status < 300 ? null : 'again';
}

/** Makes a picture smaller, upright, and a JPEG where it was none that the service reads. */
async function makeSmaller(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) {
    const isHeif = /^ftyp(?:hei|hev|mif1|msf1)/.test(await file.slice(4, 12).text());
    return { blob: file, fault: isHeif ? 'heic' : file.size > words.maxBytes ? 'too_many_bytes' : null };
  }
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const isRead = ['image/jpeg', 'image/png', 'image/webp'].includes(file.type);
  if (isRead && scale === 1 && file.size <= smallBytes) return { blob: file };
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const drawing = canvas.getContext('2d');
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // A JPEG has no transparent pixels.
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const smaller = await new Promise((resolve) => canvas.toBlob(resolve, type, 0.86));
  return { blob: smaller !== null && !(isRead && smaller.size > file.size) ? smaller : file };
}

/** Sends bytes, and tells which share of them has gone. `fetch` does not tell. */
function put(address, blob, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    request.setRequestHeader('prefer', 'respond-async');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(loaded / total));
    request.addEventListener('load', () => resolve({ status: request.status, body: request.response }));
    request.addEventListener('error', () => reject(new Error('The network is away.')));
    request.send(blob);
  });
}

/** Says on its card what has become of an upload. */
async function settle({ address }, card, fault) {
  let found = fault;
  card.progress(1);
  card.say(words.ready);
  for (let waitMs = 1_000; found === null; waitMs *= 1.5) {
    await pause(waitMs);
    const answer = await fetch(address).catch(() => null);
    if (answer === null || answer.status === 202) continue;
    if (answer.status !== 422) return;
    found = (await answer.json()).fault;
  }
  card.refuse(found);
}

/** Says on a page without cards that pictures are still going up. */
async function sayGoingUp() {
  const count = (await queue.all()).filter(({ pictureId }) => !cards.has(pictureId)).length;
  let note = document.getElementById('going-up');
  if (count === 0) return note?.remove();
  if (note === null) {
    note = Object.assign(document.createElement('p'), { id: 'going-up', className: 'notice' });
    note.setAttribute('role', 'status');
    document.getElementById('main').prepend(note);
  }
  note.textContent = words.keepOpen.replace('{count}', count);
}
