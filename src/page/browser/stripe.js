// Puts Stripe's own card form into the page, and shows its window for a bank's question. The card goes to Stripe alone;
// our form carries only the token that stands for it.
const holder = document.querySelector('[data-stripe-key]');
const message = document.getElementById('card-message');
const notLoaded =
  'The card form of Stripe, our payment provider, could not be loaded. Check your connection, and reload this page.';

if (holder) begin(holder).catch(() => (message.textContent = notLoaded));

async function begin({ dataset }) {
  await load(dataset.stripeScript);
  const stripe = globalThis.Stripe(dataset.stripeKey);
  if (dataset.clientSecret) await answerBank(stripe, dataset);
  else takeCard(stripe, holder);
}

function load(src) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, onload: resolve, onerror: reject });
    document.head.append(script);
  });
}

function takeCard(stripe, form) {
  const elements = stripe.elements({
    ...JSON.parse(form.dataset.stripeOptions),
    amount: Number(form.dataset.stripeMinimum),
    appearance: { theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe' },
  });
  elements.create('payment', { fields: { billingDetails: { email: 'never' } } }).mount('#card');

  const button = form.querySelector('button');
  const label = button.textContent;
  // Before the listener that sends the form once.
  form.addEventListener('submit', (event) => void holdBack(event), { capture: true });

  async function holdBack(event) {
    const { cardToken, amount, email } = form.elements;
    const cents = centsTyped(amount.value);
    // The server says what is wrong with the amount or the address; no card is asked for then.
    if (cardToken.value || cents === null || !email.value.trim()) return;
    event.preventDefault();
    if (button.getAttribute('aria-disabled')) return;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = button.dataset.busy;
    message.textContent = '';
    const { id, fault } = await tokenize(cents, email.value.trim()).catch(() => ({ fault: notLoaded }));
    if (id) {
      cardToken.value = id;
      // A form is not sent while it is being told that it is about to be.
      setTimeout(() => form.requestSubmit());
      return;
    }
    button.removeAttribute('aria-disabled');
    button.textContent = label;
    message.textContent = fault;
  }

  async function tokenize(cents, email) {
    elements.update({ amount: cents });
    const { error: incomplete } = await elements.submit();
    if (incomplete) return { fault: incomplete.message };
    const { error, confirmationToken } = await stripe.createConfirmationToken({
      elements,
      params: { return_url: form.dataset.stripeReturn, payment_method_data: { billing_details: { email } } },
    });
    return error ? { fault: error.message } : { id: confirmationToken.id };
  }
}

/** Only what parse-dollars.ts would take. */
function centsTyped(text) {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  return match ? Number(match[1].replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}

async function answerBank(stripe, { clientSecret, return: back }) {
  await stripe.handleNextAction({ clientSecret });
  // Also where the bank has said no: what came of it is the server's to tell.
  location.assign(back);
}
