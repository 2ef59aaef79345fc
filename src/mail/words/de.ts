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
    charged: 'Abgebucht',
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
    terms:
      'Eine Reservierung ist keine Abbuchung. Der Dienst bucht nur beim Gewinner ab und gibt alle anderen Reservierungen nach dem Ende frei. Ein Gebot ist verbindlich.',
  },
  outbid: {
    subject: (title) => `Sie wurden überboten: ${title}`,
    heading: 'Sie wurden überboten',
    text: (leading) => `Das höchste Gebot ist jetzt ${leading}.`,
    again: 'Um wieder zu führen, bieten Sie vor dem Ende mehr.',
  },
  atRisk: {
    subject: (title) => `Bieten Sie erneut, um dabei zu bleiben: ${title}`,
    heading: 'Die Reservierung Ihres Gebots ist gefährdet',
    text: 'Ihre Bank hält den Betrag kürzer, als die Auktion dauert, und die Reservierung wird nicht erneuert. Geben Sie ein höheres Gebot ab, damit neu reserviert wird; sonst gewinnt dieses Gebot vielleicht nicht.',
  },
  won: {
    subject: (title) => `Sie haben gewonnen: ${title}`,
    heading: 'Sie haben gewonnen',
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
  },
  refunded: {
    subject: (title, amount) => `${amount} werden erstattet: ${title}`,
    heading: 'Sie bekommen Geld zurück',
    text: (amount) => `${amount} werden auf Ihre Karte erstattet. Bis Ihre Bank es zeigt, können einige Tage vergehen.`,
  },
  refundFailed: {
    subject: (title, amount) => `Die Erstattung von ${amount} ist fehlgeschlagen: ${title}`,
    heading: 'Die Erstattung ist fehlgeschlagen',
    text: (amount) =>
      `Die Erstattung von ${amount} ist auf Ihrer Karte nicht angekommen. Fragen Sie den Verkäufer danach.`,
  },

  sold: {
    subject: (title, value) => `Verkauft für ${value}: ${title}`,
    heading: 'Ihre Auktion ist verkauft',
    text: (amount) =>
      `${amount} wurden von der Karte des Gewinners abgebucht. Der Dienst gibt alle anderen Reservierungen frei.`,
    inPart: 'Das ist weniger als das Gebot, das gewonnen hat. Klären Sie den Rest mit dem Gewinner.',
  },
  unsold: {
    subject: (title) => `Nicht verkauft: ${title}`,
    heading: 'Ihre Auktion endete ohne Verkauf',
    text: 'Kein Gebot hat gewonnen. Der Dienst gibt alle übrigen Reservierungen frei.',
  },
  captureFailed: {
    subject: (title) => `Eine Karte konnte nicht belastet werden: ${title}`,
    heading: 'Eine Karte konnte nicht belastet werden',
    text: 'Der Dienst fragt das nächsthöchste Gebot, das zahlen kann, wenn es eines gibt.',
    reasons: {
      card_declined: 'Die Bank der Karte hat die Abbuchung abgelehnt.',
      temporarily_declined: 'Die Bank der Karte konnte nicht rechtzeitig entscheiden.',
      insufficient_funds: 'Die Karte ist nicht ausreichend gedeckt.',
      card_expired: 'Die Karte ist abgelaufen.',
      card_not_accepted: 'Der Zahlungsdienst nimmt diese Karte nicht an.',
      authentication_failed: 'Die Bank konnte nicht bestätigen, wer bietet.',
      amount_out_of_bounds: 'Der Zahlungsdienst nimmt keinen Betrag in dieser Höhe an.',
      needs_bidder: 'Die Bank verlangt, dass die Zahlung bestätigt wird.',
      authorization_expired: 'Die Reservierung auf der Karte ist abgelaufen.',
      already_released: 'Die Reservierung wurde beim Zahlungsdienst freigegeben.',
      capture_given_up: 'Der Betreiber des Dienstes hat die Abbuchung aufgegeben, weil ihr Ausgang unbekannt war.',
      other: 'Der Zahlungsdienst hat die Abbuchung abgelehnt.',
    },
  },
  disputed: {
    subject: (title, amount) => `Streit um ${amount}: ${title}`,
    heading: 'Eine Zahlung ist strittig',
    states: {
      inquiry:
        'Die Bank der Karte fragt nach der Zahlung. Es wird kein Geld zurückgenommen. Antworten Sie bei Ihrem Zahlungsdienst.',
      closed: 'Die Rückfrage der Bank zur Zahlung ist abgeschlossen. Es wird kein Geld zurückgenommen.',
      open: 'Die Zahlung wird bestritten, und der Betrag ist vorerst zurückgenommen. Antworten Sie bei Ihrem Zahlungsdienst.',
      won: 'Der Streit ist zu Ihren Gunsten entschieden: Der Betrag gehört wieder Ihnen.',
      lost: 'Der Streit ist gegen Sie entschieden: Der Betrag bleibt zurückgenommen.',
    },
  },
  keyIssued: {
    subject: 'Ein neuer API-Schlüssel wurde ausgestellt',
    heading: 'Ein neuer API-Schlüssel wurde ausgestellt',
    text: 'Einer Ihrer Schlüssel hat diesen ausgestellt. Wenn das niemand von Ihnen war, widerrufen Sie auf der Seite Ihrer Schlüssel den, der ihn ausgestellt hat, mit allem, was er ausgestellt hat.',
  },
  confirmEmail: {
    subject: 'Bestätigen Sie Ihre Adresse für Nachrichten',
    heading: 'Bestätigen Sie diese Adresse',
    text: 'Diese Adresse wurde für Nachrichten über Verkäufe angegeben. Um sie zu bekommen, folgen Sie dem Link und drücken Sie dort den Knopf. Wenn Sie davon nichts wissen, tun Sie nichts.',
    button: 'Adresse bestätigen',
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
    given: (site: string) => `Sie bekommen dies, weil jemand diese Adresse in einem Profil bei ${site} angegeben hat.`,
    stop: 'Nichts mehr an diese Adresse senden',
    waiting:
      'Sie bekommen Nachrichten zu Ihrem Geld. Für Neuigkeiten der Auktion, etwa dass jemand mehr geboten hat, folgen Sie dem Link und drücken dort die Schaltfläche.',
    ended: 'Sie haben Neuigkeiten zu Auktionen beendet. Nachrichten zu Ihrem Geld kommen weiterhin.',
    end: 'Neuigkeiten zu Auktionen beenden',
    again: 'Neuigkeiten zu Auktionen wieder bekommen',
  },
};
