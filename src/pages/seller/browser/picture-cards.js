import { cards, longestPauseMs, pause, queue, sendSoon, words } from './uploads.js';

/** Turns the pictures of a form into cards, and the choice of files into uploads. */
export function takePictures(fieldset) {
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
