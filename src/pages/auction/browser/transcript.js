import { fill, words } from './words.js';

// Verifies the transcript of an auction in the reader's browser, and says in words what was checked.
const main = document.getElementById('transcript');
const texts = JSON.parse(main.dataset.texts);
const box = document.getElementById('verdict');
const form = document.getElementById('seen');
const verifier = import(main.dataset.verifier);
const instants = new Intl.DateTimeFormat(words.numbers, { dateStyle: 'medium', timeStyle: 'long' });

/** The heads that the reader has entered. */
const seen = [];
/** The private link of a bidder leads here with a proof. */
const { bidId, salt, bidder } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const proof = bidId && salt && bidder ? { bidId, salt, bidderId: bidder } : null;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void enterHead();
});
void check();

async function enterHead() {
  const { readHead } = await verifier;
  const input = document.getElementById('head');
  const head = readHead(input.value);
  document.getElementById('head-fault').hidden = head !== null;
  input.toggleAttribute('aria-invalid', head === null);
  if (head === null) return input.focus();
  seen.push(head);
  await check();
}

async function check() {
  // Browsers hash only where nobody has changed the page on its way.
  if (!window.isSecureContext) return say('warn', texts.needsScript);
  say('plain', texts.checking);
  try {
    const { verifyTranscript, writeHead } = await verifier;
    const transcript = await (await fetch(main.dataset.file)).json();
    show(await verifyTranscript(transcript, { seen, proof }), writeHead);
    showLines(transcript.lines);
  } catch {
    say('bad', texts.unreadable);
  }
}

function show({ faults, head, earlierBids, extensions, endsAt, result, own }, writeHead) {
  form.hidden = false;
  if (head === null) return say('plain', texts.empty);
  const broken = faults.map(({ code, position, field }) => fill(texts.faults[code], { position, field }));
  const has = (...codes) => faults.some(({ code }) => codes.includes(code));
  const isChain = !has('field', 'order', 'link', 'head');
  const end = endsAt === null ? '' : instants.format(new Date(endsAt));
  const told = [
    isChain && fill(texts.chain, { count: head.position }),
    isChain && earlierBids > 0 && fill(texts.earlier, { count: earlierBids }),
    isChain && !has('end') && fill(extensions > 0 ? texts.moved : texts.still, { count: extensions, end }),
    isChain &&
      !has('winner', 'result', 'standing', 'bid', 'time') &&
      fill(resultText(result), { winner: result?.winner }),
    ...seen
      .filter(({ position }) => !faults.some((fault) => fault.code === 'seenHead' && fault.position === position))
      .map(({ position }) => fill(texts.seen, { position })),
    own !== null && fill(texts.own, { position: own }),
    fill(texts.head, { head: `\u2068${writeHead(head)}\u2069` }),
  ];
  const isWhole = faults.length === 0;
  say(isWhole ? 'good' : 'bad', isWhole ? texts.whole : texts.broken, [...broken, ...told.filter(Boolean)]);
}

function resultText(result) {
  if (result === null) return texts.results.none;
  return result.kind === 'sold' && result.winner === null ? texts.results.soldEarlier : texts.results[result.kind];
}

function say(tone, heading, sentences = []) {
  const title = document.createElement('h2');
  title.textContent = heading;
  const list = document.createElement('ul');
  list.append(...sentences.map(itemOf));
  box.className = `notice ${tone}`;
  box.replaceChildren(title, ...(sentences.length > 0 ? [list] : []));
}

function showLines(lines) {
  const details = document.getElementById('lines');
  details.hidden = lines.length === 0;
  details.querySelector('ol').replaceChildren(...lines.map((line) => itemOf(JSON.stringify(line))));
}

function itemOf(text) {
  const item = document.createElement('li');
  item.textContent = text;
  return item;
}
