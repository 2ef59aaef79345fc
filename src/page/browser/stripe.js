// Puts Stripe's own card form into the page, and shows its window for a bank's question. The card goes to Stripe alone;
// our form carries only the token that stands for it.
const holder = document.querySelector('[data-stripe-key]');
if (holder) void begin(holder);

async function begin({ dataset }) {
  const message = document.getElementById('card-message');
  try {
    await load(dataset.stripeScript);
    const stripe = globalThis.Stripe(dataset.stripeKey);
    if (dataset.clientSecret) await answerBank(stripe, dataset, message);
    else takeCard(stripe, holder, message);
  } catch {
    message.textContent =
      'The card form of Stripe, our payment provider, could not be loaded. Check your connection, and reload this page.';
  }
}

function load(src) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, onload: resolve, onerror: reject });
    document.head.append(script);
  });
}

function takeCard(stripe, form, message) {
  const { stripeOptions, stripeMinimum, stripeReturn } = form.dataset;
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const elements = stripe.elements({
    ...JSON.parse(stripeOptions),
    amount: Number(stripeMinimum),
    appearance: { theme: dark ? 'night' : 'stripe' },
  });
  elements.create('payment', { fields: { billingDetails: { email: 'never' } } }).mount('#card');

  form.addEventListener(
    'submit',
    async (event) => {
      if (form.elements.cardToken.value) return;
      const cents = centsTyped(form.elements.amount.value);
      // The server says what is wrong with the amount.
      if (cents === null || !form.elements.email.value.trim()) return;
      event.preventDefault();
      const button = event.submitter ?? form.querySelector('button');
      const label = button.textContent;
      button.setAttribute('aria-disabled', 'true');
      button.textContent = button.dataset.busy;
      message.textContent = '';
      elements.update({ amount: cents });
      const { error: incomplete } = await elements.submit();
      const { error = incomplete, confirmationToken } = incomplete
        ? {}
        : await stripe.createConfirmationToken({
            elements,
            params: {
              return_url: stripeReturn,
              payment_method_data: { billing_details: { email: form.elements.email.value.trim() } },
            },
          });
      if (confirmationToken) {
        form.elements.cardToken.value = confirmationToken.id;
        return form.requestSubmit();
      }
      button.removeAttribute('aria-disabled');
      button.textContent = label;
      message.textContent = error?.message ?? 'The card could not be read. Try again.';
    },
    { capture: true },
  );
}

/** Only what parse-dollars.ts would take. */
function centsTyped(text) {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  return match ? Number(match[1].replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}

async function answerBank(stripe, { clientSecret, return: back }, message) {
  const { error } = await stripe.handleNextAction({ clientSecret });
  // Also where the bank has said no: the outcome is the server's to tell.
  if (error) message.textContent = error.message ?? '';
  location.assign(back);
}
