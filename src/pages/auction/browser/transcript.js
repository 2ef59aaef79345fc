import { dollars, fill, words } from './words.js';

// Verifies the transcript of an auction in the reader's browser, and says in words what was checked.
const main = document.getElementById('transcript');
const texts = JSON.parse(main.dataset.texts);
const [box, form, input, fault] = ['verdict', 'seen', 'head', 'head-fault'].map((id) => document.getElementById(id));
const verifier = import(main.dataset.verifier);
const instants = new Intl.DateTimeFormat(words.numbers, { dateStyle: 'medium', timeStyle: 'long' });

/** The heads that the reader has entered. */
const seen = [];
/** The private link of a bidder leads here with a proof. */
const { bidId, salt, bidderId } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const proof = bidId === undefined ? null : { bidId, salt, bidderId };

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void enterHead();
});
void check();

async function enterHead() {
  const head = (await verifier).readHead(input.value);
  fault.hidden = head !== null;
  input.ariaInvalid = String(head === null);
  if (head === null) return input.focus();
  seen.push(head);
  await check();
}

async function check() {
  // Browsers hash only where nobody has changed the page on its way.
  if (!window.isSecureContext) return say('warn', texts.needsScript);
  say('plain', texts.checking);
  try {
    const { verifyTranscript } = await verifier;
    const answer = await fetch(main.dataset.file);
    show(await verifyTranscript(await answer.json(), { seen, proof }));
  } catch {
    say('bad', texts.unreadable);
  }
}

function show({ faults, checks, notes, head }) {
  form.hidden = false;
  const [wrong, passed, noted] = Object.entries({ faults, checks, notes }).map(listOf);
  if (head === null && faults.length === 0) return say('plain', texts.notes.empty);
  if (faults.length === 0) return say('good', texts.whole, ...passed, ...noted);
  say('bad', texts.broken, ...wrong, ...passed.map(() => made('h3', texts.passed)), ...passed, ...noted);
}

function listOf([name, found]) {
  if (found.length === 0) return [];
  const sentenceOf = ({ code, valueInCents, endsAt = 0, head = '', ...facts }) =>
    fill(texts[name][code], {
      ...facts,
      value: dollars(valueInCents),
      end: instants.format(new Date(endsAt)),
      // It stays on one line.
      head: `\u2068${head.replace('-', '\u2011').replaceAll(' ', '\u00a0')}\u2069`,
    });
  const list = made('ul', ...found.map((item) => made('li', sentenceOf(item))));
  list.className = name;
  return [list];
}

function say(tone, heading, ...parts) {
  box.className = `notice ${tone}`;
  box.replaceChildren(made('h2', heading), ...parts);
}

function made(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}
