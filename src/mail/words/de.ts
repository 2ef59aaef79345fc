import type { MessageWords } from './en.ts';

export const de: MessageWords = {
  testMode: 'Testbetrieb: kein echtes Geld.',
  labels: {
    auction: 'Auktion',
    bid: 'Ihr Gebot',
    held: 'Auf Ihrer Karte reserviert',
    ends: 'Ende der Gebotsfrist',
    reference: 'Kennung',
    winnerReference: 'Kennung des Gewinners',
    key: 'API-Schlüssel',
    scopes: 'Darf',
    value: 'Gebot',
    winner: 'Gewonnen hat',
    soldFor: 'Verkauft für',
    endpoint: 'Endpunkt',
    reason: 'Grund',
  },
  utc: (time) => `${time} UTC`,
  inZone: (time, zone) => `${time} (${zone})`,
  seeBids: 'Ihre Gebote ansehen',
  seeAuction: 'Die Auktion ansehen',
  next: 'Wie es weitergeht',
  contact: 'Kontakt',

  placed: {
    subject: (title, value) => `Ihr Gebot von ${value}: ${title}`,
    heading: 'Ihr Gebot ist abgegeben',
    text: 'Der Betrag ist auf Ihrer Karte reserviert und nicht abgebucht. Nur wer gewinnt, zahlt; alle anderen Reservierungen werden nach dem Ende aufgehoben. Ein Gebot ist verbindlich.',
  },
  outbid: {
    subject: (title) => `Sie wurden überboten: ${title}`,
    heading: 'Sie wurden überboten',
    text: (leading) =>
      `Das höchste Gebot ist jetzt ${leading}. Ihr Gebot bleibt als Reserve stehen. Um wieder zu führen, bieten Sie vor dem Ende mehr.`,
  },
  atRisk: {
    subject: (title) => `Bieten Sie erneut, um dabei zu bleiben: ${title}`,
    heading: 'Die Reservierung Ihres Gebots ist gefährdet',
    text: 'Ihre Bank hält den Betrag kürzer, als die Auktion dauert, und die Reservierung wird nicht erneuert. Geben Sie ein höheres Gebot ab, damit neu reserviert wird; sonst gewinnt dieses Gebot vielleicht nicht.',
  },
  won: {
    subject: (title) => `Sie haben gewonnen: ${title}`,
    heading: 'Sie haben gewonnen',
    text: (amount) => `${amount} wurden von Ihrer Karte abgebucht.`,
    asked: {
      CONTACT: 'Der Verkäufer braucht Ihren Namen und Ihre Telefonnummer.',
      DELIVERY: 'Der Verkäufer muss wissen, wohin es gehen soll.',
    },
    give: 'Dem Verkäufer mitteilen',
    noContact: (seller) =>
      `${seller} hat hier keinen Kontakt angegeben: Antworten Sie auf die Nachricht oder die Seite, die Sie zu dieser Auktion geführt hat.`,
  },
  notWon: {
    subject: (title) => `Sie haben nicht gewonnen: ${title}`,
    heading: 'Sie haben nicht gewonnen',
    text: 'Nichts wurde abgebucht: Die Reservierung auf Ihrer Karte wird aufgehoben. Bis Ihre Bank es zeigt, können einige Tage vergehen.',
  },
  refunded: {
    subject: (title, amount) => `${amount} werden erstattet: ${title}`,
    heading: 'Sie bekommen Geld zurück',
    text: (amount) => `${amount} werden auf Ihre Karte erstattet. Bis Ihre Bank es zeigt, können einige Tage vergehen.`,
  },

  sold: {
    subject: (title, value) => `Verkauft für ${value}: ${title}`,
    heading: 'Ihre Auktion ist verkauft',
    text: 'Der Betrag wurde abgebucht. Alle anderen Reservierungen werden aufgehoben.',
  },
  unsold: {
    subject: (title) => `Nicht verkauft: ${title}`,
    heading: 'Ihre Auktion endete ohne Verkauf',
    text: 'Niemandem wurde etwas abgebucht.',
  },
  captureFailed: {
    subject: (title) => `Eine Karte konnte nicht belastet werden: ${title}`,
    heading: 'Eine Karte konnte nicht belastet werden',
    text: 'An ihrer Stelle wird das nächsthöchste Gebot abgebucht, das zahlen kann, wenn es eines gibt.',
  },
  disputed: {
    subject: (title, amount) => `Streit um ${amount}: ${title}`,
    heading: 'Eine Zahlung ist strittig',
    text: 'Wer die Karte besitzt, bestreitet die Zahlung, oder der Streit ist weitergegangen. Antworten Sie bei Ihrem Zahlungsanbieter.',
  },
  keyIssued: {
    subject: 'Ein neuer API-Schlüssel wurde ausgestellt',
    heading: 'Ein neuer API-Schlüssel wurde ausgestellt',
    text: 'Einer Ihrer Schlüssel hat diesen ausgestellt. Wenn das niemand von Ihnen war, widerrufen Sie auf der Seite Ihrer Schlüssel den, der ihn ausgestellt hat, mit allem, was er ausgestellt hat.',
  },
  endpointDisabled: {
    subject: 'Ein Webhook-Endpunkt ist abgeschaltet',
    heading: 'Ein Webhook-Endpunkt ist abgeschaltet',
    gone: 'Er hat mit 410 Gone geantwortet und bekommt keine Ereignisse mehr.',
    failing:
      'Er hat drei Tage lang versagt und bekommt keine Ereignisse mehr. Zustellungen können erneut gesendet werden.',
  },

  footer: {
    bidder: (seller) => `Sie bekommen dies, weil mit dieser Adresse bei ${seller} geboten wurde.`,
    seller: (seller) => `Sie bekommen dies, weil dies die Adresse im Profil von ${seller} ist.`,
    first:
      'Dies ist die erste Nachricht an diese Adresse. Folgen Sie ihrem Link einmal, dann erreichen Sie auch weitere; sonst bleibt es bei dieser.',
    unsubscribe: 'Keine Nachrichten mehr',
  },
};
