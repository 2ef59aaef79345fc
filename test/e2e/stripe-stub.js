// What the page uses of https://js.stripe.com, for tests: keeps what it was called with in `stripeCalls`, and
// tells the test of a bank's window by `tell`.
globalThis.stripeCalls = [];
globalThis.Stripe = (key) => {
  const called = (name, value) => globalThis.stripeCalls.push([name, value]);
  called('Stripe', key);
  return {
    elements(options) {
      called('elements', options);
      return {
        create: (kind) => ({
          mount(selector) {
            const input = Object.assign(document.createElement('input'), {
              id: 'stripe-number',
              ariaLabel: 'Card number',
            });
            document.querySelector(selector).append(input);
            called('mount', kind);
          },
        }),
        update: (change) => called('update', change),
        submit: async () =>
          document.getElementById('stripe-number').value === ''
            ? { error: { message: 'Your card number is incomplete.' } }
            : {},
      };
    },
    async createConfirmationToken({ params }) {
      called('createConfirmationToken', params);
      return { confirmationToken: { id: `ctoken_${document.getElementById('stripe-number').value}` } };
    },
    async handleNextAction(options) {
      await globalThis.tell(['handleNextAction', options]);
      return {};
    },
  };
};
