// Adds to the forms of sellers: pictures that go up by themselves, drafts that *Back* finds again, and a button that says that it is
// sending. Without JavaScript a form sends its pictures along.

const words = JSON.parse(document.getElementById('main')?.dataset.upload ?? 'null');

/** The longest side of a picture that is sent. The service shows at most 1,600 pixels. */
const longestSide = 2_560;
/** A picture that is no larger is sent as it is. */
const smallBytes = 1_500_000;
const longestPauseMs = 30_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a request of IndexedDB. */
function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('IndexedDB failed.', { cause: request.error })));
  });
}

/** The uploads that are begun and not yet done. They are stored in the browser: the next page goes on with them. */
const queue = (() => {
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
const cards = new Map();

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
function sendSoon() {
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

/** Turns the pictures of a form into cards, and the choice of files into uploads. */
function takePictures(fieldset) {
  const form = fieldset.form;
  const list = fieldset.querySelector('.pictures');
  const chooser = fieldset.querySelector('[type=file]');
  const status = fieldset.querySelector('[role=status]');
  const template = fieldset.querySelector('template');
  const begun = new Set();
  let drawn = Promise.resolve();
  // The pictures are not sent along with the form.
  chooser.removeAttribute('name');
  form.removeAttribute('enctype');
  chooser.accept = 'image/*';

  const ofList = () => [...list.children];
  const renumber = () => {
    ofList().forEach((item, at) => {
      item.querySelector('h3').textContent = words.picture.replace('{number}', at + 1);
      item.querySelector('[name^=place-]').value = at + 1;
      item.querySelector('[data-move="-1"]').disabled = at === 0;
      item.querySelector('[data-move="1"]').disabled = at === list.children.length - 1;
    });
    const isFull = list.children.length >= words.maxPictures;
    chooser.disabled = isFull;
    list.hidden = list.children.length === 0;
    form.dispatchEvent(new Event('input'));
  };

  /** Puts the buttons of a script in the place of the fields that work without one. */
  function makeCard(item, pictureId) {
    const place = Object.assign(document.createElement('input'), { type: 'hidden', name: `place-${pictureId}` });
    const tools = template.content.querySelector('.tools').cloneNode(true);
    const state = tools.querySelector('.state');
    const bar = tools.querySelector('progress');
    item.querySelector('[name^=place-]')?.closest('.field').remove();
    item.querySelector('[name^=remove-]').closest('.tick').remove();
    item.append(place, tools);
    item.dataset.picture = pictureId;
    tools.addEventListener('click', ({ target }) => {
      const move = Number(target.closest('button')?.dataset.move ?? NaN);
      if (Number.isNaN(move)) return;
      if (move === 0) remove();
      else {
        const other = move < 0 ? item.previousElementSibling : item.nextElementSibling;
        if (move < 0) other.before(item);
        else other.after(item);
        renumber();
        const button = target.closest('button');
        (button.disabled ? item.querySelector(`[data-move="${-move}"]`) : button).focus();
        status.textContent = item.querySelector('h3').textContent;
      }
    });
    const remove = () => {
      const next = item.nextElementSibling ?? item.previousElementSibling;
      cards.delete(item.dataset.picture);
      void queue.delete(item.dataset.picture);
      item.remove();
      renumber();
      (next?.querySelector('[data-move="0"]') ?? chooser).focus();
    };
    makeDraggable(item);
    return {
      item,
      name(id) {
        for (const each of item.querySelectorAll('[name], [id], [for]')) {
          for (const attribute of ['name', 'id', 'for']) {
            const value = each.getAttribute(attribute);
            if (value !== null) each.setAttribute(attribute, value.replace(item.dataset.picture, id));
          }
        }
        item.dataset.picture = id;
      },
      say: (text) => {
        state.textContent = text;
      },
      progress(share) {
        bar.hidden = share >= 1;
        bar.value = share;
      },
      draw(bitmap) {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [480, 360];
        const scale = Math.max(480 / bitmap.width, 360 / bitmap.height);
        const [width, height] = [bitmap.width * scale, bitmap.height * scale];
        canvas.getContext('2d').drawImage(bitmap, (480 - width) / 2, (360 - height) / 2, width, height);
        item.querySelector('.thumbnail').replaceChildren(canvas);
        bitmap.close();
      },
      refuse(fault) {
        const file = item.dataset.file ?? item.querySelector('[name^=alt-]').value;
        bar.hidden = true;
        state.className = 'fault';
        state.textContent = words.faults[fault].replace('{name}', file);
        // It is not among the pictures of the form any more.
        for (const each of item.querySelectorAll('[name]')) each.removeAttribute('name');
        item.querySelector('.field').remove();
        place.name = 'place-refused';
        place.disabled = true;
      },
    };
  }

  /** Lets a finger or the mouse drag a picture by its handle. The buttons do the same for keys. */
  function makeDraggable(item) {
    const handle = item.querySelector('.handle');
    handle.addEventListener('pointerdown', (down) => {
      down.preventDefault();
      handle.setPointerCapture(down.pointerId);
      item.classList.add('dragged');
      const move = ({ clientX, clientY }) => {
        const over = document.elementFromPoint(clientX, clientY)?.closest('.pictures > li');
        if (over === null || over === undefined || over === item || over.parentElement !== list) return;
        const places = ofList();
        const [from, to] = [places.indexOf(item), places.indexOf(over)];
        // The others move. A browser ends the capture of the pointer when the dragged picture itself leaves its place.
        if (to < from) item.after(...places.slice(to, from));
        else item.before(...places.slice(from + 1, to + 1));
      };
      handle.addEventListener('pointermove', move);
      handle.addEventListener(
        'lostpointercapture',
        () => {
          handle.removeEventListener('pointermove', move);
          item.classList.remove('dragged');
          renumber();
        },
        { once: true },
      );
    });
  }

  function addCard(pictureId, text) {
    const item = template.content.querySelector('li').cloneNode(true);
    list.append(item);
    const card = makeCard(item, 'new');
    card.name(pictureId);
    item.querySelector('[name^=alt-]').value = text;
    return card;
  }

  /** Asks for the address of an upload until there is one. */
  async function begin(card) {
    for (let waitMs = 1_000; card.item.isConnected; waitMs = Math.min(longestPauseMs, waitMs * 2)) {
      const answer = await fetch(words.begin, { method: 'POST' }).catch(() => null);
      const body = await answer?.json().catch(() => null);
      if (answer?.ok) return body;
      card.say(body?.fault ?? words.waiting);
      if (answer?.status === 409) return null;
      await pause(waitMs);
    }
    return null;
  }

  async function add(file) {
    const passing = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const card = addCard(passing, '');
    card.item.dataset.file = file.name;
    card.say(words.going);
    renumber();
    const upload = await begin(card);
    if (upload === null) return;
    card.name(upload.pictureId);
    cards.set(upload.pictureId, card);
    renumber();
    await queue.put({ ...upload, file });
    sendSoon();
    // One after the other: a decoded picture of a phone takes 50 MB. One that the browser cannot read stays without a small picture.
    drawn = drawn
      .then(async () => card.draw(await createImageBitmap(file, { resizeWidth: 480 })))
      .catch(() => undefined);
  }

  chooser.addEventListener('change', () => {
    const free = words.maxPictures - list.children.length;
    status.textContent = chooser.files.length > free ? words.tooMany : '';
    for (const file of [...chooser.files].slice(0, free)) {
      const adding = add(file).catch(reportError);
      begun.add(adding);
      void adding.finally(() => begun.delete(adding));
    }
    chooser.value = '';
  });
  for (const item of ofList()) makeCard(item, /^alt-(.*)$/.exec(item.querySelector('[name^=alt-]').name)[1]);
  renumber();
  return {
    begun,
    /** Replaces the pictures by those of a draft. */
    restore(pictures) {
      list.replaceChildren();
      for (const { pictureId, text } of pictures) {
        if (pictureId.length !== 36) continue;
        const card = addCard(pictureId, text);
        cards.set(pictureId, card);
        const picture = Object.assign(new Image(), { src: words.thumbnail.replace('{id}', pictureId), alt: '' });
        card.item.querySelector('.thumbnail').replaceChildren(picture);
      }
      renumber();
    },
  };
}

/** Keeps what is typed for *Back* and a reload: such a page comes anew from the service, without it. */
function keepDraft(form, pictures) {
  const key = `${location.pathname} ${form.id}`;
  const [navigation] = performance.getEntriesByType('navigation');
  const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  const isShownAgain = form.dataset.sent !== undefined;
  if (draft !== null && !isShownAgain && ['back_forward', 'reload'].includes(navigation?.type)) {
    for (const [name, value] of draft.fields) {
      const field = form.elements.namedItem(name);
      if (field?.type === 'checkbox') field.checked = true;
      else if (field !== null) field.value = value;
    }
    pictures.restore(draft.pictures);
  } else if (!isShownAgain) sessionStorage.removeItem(key);
  form.addEventListener('input', () => {
    const sent = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
    const kept = {
      fields: sent.filter(([name]) => !/^(?:alt|place)-/.test(name)),
      pictures: sent
        .filter(([name]) => name.startsWith('alt-'))
        .map(([name, text]) => ({ pictureId: name.slice('alt-'.length), text })),
    };
    sessionStorage.setItem(key, JSON.stringify(kept));
  });
}

/** Lets a form be sent once at a time, and its button say that it is sending. */
function saySending(form, pictures) {
  let isSending = false;
  const sendOnceBegun = async (button, done) => {
    await Promise.all(pictures.begun);
    done();
    form.requestSubmit(button);
  };
  form.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (isSending) return event.preventDefault();
    isSending = true;
    const label = button?.textContent;
    const done = () => {
      isSending = false;
      if (button !== null) button.textContent = label;
      button?.removeAttribute('aria-disabled');
    };
    addEventListener('pageshow', ({ persisted }) => persisted && done());
    if (button !== null) button.textContent = words.sending;
    button?.setAttribute('aria-disabled', 'true');
    if (!pictures?.begun.size) return;
    // The pictures get their ids first, by which the form names them. Their bytes follow, from whatever page is next.
    event.preventDefault();
    void sendOnceBegun(button, done);
  });
}

document.querySelector('.top form')?.addEventListener('submit', () => sessionStorage.clear());
if (words !== null) {
  for (const form of document.querySelectorAll('form[id^=form-]')) {
    const fieldset = form.querySelector('[data-pictures]');
    const pictures = fieldset === null ? null : takePictures(fieldset);
    // Other forms name people: nothing of them stays in the browser.
    if (pictures !== null) keepDraft(form, pictures);
    saySending(form, pictures);
  }
  sendSoon();
}
