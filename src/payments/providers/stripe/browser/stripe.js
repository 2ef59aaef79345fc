// Puts Stripe's own card form into the page, and shows its window for a bank's challenge. The card goes to Stripe
// only; the bid form carries only its token.
start();
// The page shows the next step of its form in place.
document.addEventListener('page-swapped', start);

function start() {
  const holder = document.querySelector('[data-stripe-key]');
  if (!holder) return;
  const { stripeNotLoaded } = holder.dataset;
  begin(holder).catch(() => (document.getElementById('card-message').textContent = stripeNotLoaded));
}

async function begin(holder) {
  const { dataset } = holder;
  if (!globalThis.Stripe) await load(dataset.stripeScript);
  const stripe = globalThis.Stripe(dataset.stripeKey, { locale: document.documentElement.lang });
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

  const message = document.getElementById('card-message');
  const button = form.querySelector('button');
  const label = button.textContent;
  // Registered before the listener that submits the form once.
  form.addEventListener('submit', (event) => void holdBack(event), { capture: true });

  async function holdBack(event) {
    const { cardToken, amount, email } = form.elements;
    // A bidder who goes back to change the bid needs no card.
    if (event.submitter?.name === 'change' || cardToken.value) return;
    event.preventDefault();
    if (button.getAttribute('aria-disabled')) return;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = button.dataset.busy;
    message.textContent = '';
    const { id, fault } = await tokenize(Math.round(Number(amount.value) * 100), email.value.trim()).catch(() => ({
      fault: form.dataset.stripeNotLoaded,
    }));
    if (id) {
      cardToken.value = id;
      // A form cannot be submitted within its own submit event.
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

async function answerBank(stripe, { clientSecret, return: back }) {
  await stripe.handleNextAction({ clientSecret });
  // Also after the bank's refusal: the server shows the outcome.
  location.assign(back);
}
