import { words } from './uploads.js';

/** Keeps what is typed for *Back* and a reload: such a page comes anew from the service, without it. */
export function keepDraft(form, pictures) {
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
export function saySending(form, pictures) {
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
