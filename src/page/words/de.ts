import { html } from 'hono/html';
import { de as bids } from '../../bids/words/de.ts';
import type { Words } from './en.ts';
import { plurals } from './plurals.ts';

const plural = plurals<'one' | 'other'>('de');

const tryLater =
  'Bitte versuchen Sie es gleich noch einmal. Ihre abgegebenen Gebote sind sicher. Wenn Sie gerade eines gesendet haben, öffnen Sie die Auktion noch einmal: Dort steht, ob es abgegeben wurde.';

export const de: Words = {
  languages: 'Sprache',
  testMode: html`<strong>Testbetrieb: kein echtes Geld.</strong> Nur Testkarten.`,

  messages: {
    noSuchAuction: {
      heading: 'Diese Auktion gibt es nicht',
      detail: 'Prüfen Sie den Link, den Sie erhalten haben: Vielleicht fehlt ein Teil davon.',
    },
    noSuchBid: {
      heading: 'Zu diesem Link gibt es kein Gebot',
      detail: 'Prüfen Sie den Link: Vielleicht fehlt ein Teil davon.',
    },
    foreignForm: {
      heading: 'Dieses Formular kam von einer fremden Website',
      detail: 'Öffnen Sie die Auktion selbst und bieten Sie dort. Durch dieses Formular wurde nichts reserviert.',
    },
    unreadableForm: {
      heading: 'Dieses Formular ist nicht lesbar',
      detail: 'Gehen Sie zurück zur Auktion und senden Sie das Formular noch einmal.',
    },
    unreadableAnswer: {
      heading: 'Dieses Formular ist nicht lesbar',
      detail: 'Gehen Sie zurück und senden Sie das Formular noch einmal.',
    },
    largeForm: {
      heading: 'Dieses Formular ist zu groß',
      detail: 'Gehen Sie zurück zur Auktion und senden Sie das Formular noch einmal.',
    },
    overload: {
      heading: 'Bitte versuchen Sie es gleich noch einmal',
      detail:
        'Im Moment sind sehr viele hier. Laden Sie diese Seite neu. Haben Sie gerade ein Formular gesendet, wird es dabei noch einmal gesendet; es zählt nur einmal.',
    },
    outage: { heading: 'Diese Seite ist gerade nicht verfügbar', detail: tryLater },
    bug: { heading: 'Bei uns ist ein Fehler aufgetreten', detail: tryLater },
    paymentAccountReady: {
      heading: 'Ihr Zahlungskonto ist bereit',
      detail: 'Verkäufe werden ab jetzt darauf ausgezahlt. Sie können diese Seite schließen.',
    },
    paymentAccountNotReady: {
      heading: 'Ihr Zahlungskonto ist noch nicht bereit',
      detail:
        'Der Zahlungsdienst braucht noch etwas oder prüft Ihre Angaben. Wenn Sie noch nicht fertig sind, bitten Sie dort, wo Sie diesen Link bekommen haben, um einen neuen. Sonst kommen Sie später wieder.',
    },
    paymentAccountUnread: {
      heading: 'Der Zahlungsdienst war nicht erreichbar',
      detail: 'Nichts ist verloren: Laden Sie diese Seite in einer Minute neu.',
    },
    onboardingLinkExpired: {
      heading: 'Dieser Link ist abgelaufen',
      detail:
        'Ein Link gilt einmal und nur wenige Minuten. Bitten Sie dort, wo Sie ihn bekommen haben, um einen neuen (createPaymentOnboardingLink).',
    },
    noSuchMessage: {
      heading: 'Diese Nachricht gibt es nicht',
      detail: 'Prüfen Sie den Link: Vielleicht fehlt ein Teil davon. Die Nachricht kann auch zu alt sein.',
    },
    unsubscribed: {
      heading: 'Neuigkeiten sind beendet',
      detail:
        'Sie bekommen keine Neuigkeiten zu Auktionen dieses Verkäufers mehr. Nachrichten zu Ihrem Geld kommen weiterhin. Ihre Gebote bleiben, wie sie sind.',
    },
    newsAgain: { heading: 'Neuigkeiten kommen wieder', detail: 'Sie bekommen wieder Neuigkeiten zu Ihren Auktionen.' },
    emailConfirmed: {
      heading: 'Die Adresse ist bestätigt',
      detail: 'Nachrichten über Ihre Verkäufe gehen ab jetzt dorthin. Sie können diese Seite schließen.',
    },
    noSuchPage: {
      heading: 'Diese Seite gibt es nicht',
      detail: 'Prüfen Sie den Link: Vielleicht fehlt ein Teil.',
    },
    front: {
      heading: 'Jede Auktion hat ihre eigene Adresse',
      detail:
        'Um zu bieten, öffnen Sie den Link, den Sie vom Verkäufer erhalten haben. Hier werden keine Auktionen aufgelistet.',
    },
  },
  aboutService: 'Über diesen Dienst',

  confirmEmail: {
    heading: 'Diese Adresse bestätigen?',
    detail: (address) =>
      html`Die Nachrichten des Verkäufers gehen dann an ${address}: jeder Verkauf, jede gescheiterte Abbuchung, jeder Streit um eine Zahlung.`,
    button: 'Adresse bestätigen',
  },

  unsubscribe: {
    heading: 'Neuigkeiten dieses Verkäufers beenden?',
    detail:
      'Sie bekommen keine Neuigkeiten zu Auktionen dieses Verkäufers mehr, etwa dass jemand mehr geboten hat. Nachrichten zu Ihrem Geld kommen weiterhin. Ihre Gebote bleiben, wie sie sind.',
    button: 'Neuigkeiten beenden',
  },

  news: {
    waiting: {
      says: (address) =>
        html`Nachrichten zu Ihrem Geld gehen an ${address}. Neuigkeiten der Auktion, etwa dass jemand mehr geboten hat, kommen, sobald Sie darum bitten.`,
      button: 'Neuigkeiten an mich senden',
    },
    sent: {
      says: (address) => html`Nachrichten zu Ihrem Geld und Neuigkeiten der Auktion gehen an ${address}.`,
      button: null,
    },
    ended: {
      says: (address) =>
        html`Sie haben Neuigkeiten an ${address} beendet. Nachrichten zu Ihrem Geld gehen weiterhin dorthin.`,
      button: 'Neuigkeiten wieder an mich senden',
    },
    unreachable: {
      says: (address) => html`Nachrichten an ${address} kamen zurück, deshalb wird zurzeit nichts dorthin gesendet.`,
      button: 'Diese Adresse noch einmal versuchen',
    },
    again: 'Neuigkeiten wieder an mich senden',
  },

  /** The messages of a test seller. */
  inbox: {
    heading: 'Nachrichten des Testbetriebs',
    detail: 'Die Nachrichten, die an Ihre Bieter und an Sie gesendet würden. Keine verlässt diese Seite.',
    none: 'Noch nichts. Nachrichten zu einem Gebot stehen nach Sekunden hier.',
    text: 'Text',
  },

  /** The page of a seller's open lots. */
  lots: {
    heading: (seller) => html`Auktionen von ${seller}`,
    none: 'Im Augenblick ist keine Auktion offen.',
    earlier: 'Vorherige',
    later: 'Weitere',
    more: 'Mehr von diesem Verkäufer',
  },

  tooMany: {
    heading: 'Zu viele Versuche',
    wait: (duration) =>
      html`Warten Sie ${duration} und versuchen Sie es dann noch einmal. Bei diesem Versuch wurde auf Ihrer Karte nichts reserviert; bereits abgegebene Gebote bleiben, wie sie sind.`,
    why: 'Ihr Browser oder Ihr Netzwerk hat mehr gesendet, als eine Person braucht.',
    again: 'Noch einmal versuchen',
  },

  auction: {
    bidShort: 'Bieten',
    soldBy: (seller) => html`Verkauft von ${seller}`,
    toShop: 'Zum Shop',
    bid: 'Gebot abgeben',
    withoutScript:
      'Ohne JavaScript bleibt diese Seite so, wie sie geladen wurde: Laden Sie sie neu, um die neuesten Gebote zu sehen.',
  },

  figures: {
    soldFor: 'Verkauft für',
    highestBid: 'Höchstes Gebot',
    leadingBid: 'Höchstgebot',
    none: 'Keines',
    noneYet: 'Noch keines',
    bids: 'Gebote',
    minimum: 'Mindestgebot',
    opensIn: 'Beginnt in',
    endsIn: 'Endet in',
    ended: 'Beendet',
    cancelled: 'Abgebrochen',
    utc: (time) => `${time} UTC`,
  },

  calendar: {
    add: 'Ende im Kalender vormerken',
    ends: (title) => `Auktionsende: ${title}`,
  },

  chart: {
    heading: (count, shown) => (count === 1 ? html`Ein Gebot` : html`${shown} Gebote`),
    bidder: (number) => `Bieter ${number}`,
    you: 'Sie',
    more: 'Als Diagramm',
    every: 'Alle Gebote',
    latest: (count, all) => `Die letzten ${count} von ${all} Geboten`,
    summary: (first, last, highest) => `Von ${first} bis ${last}, das höchste ${highest}.`,
  },

  form: {
    you: (bidder) => html`Sie bieten als ${bidder}.`,
    amount: 'Ihr Gebot in US-Dollar',
    atLeast: (minimum) => html`Mindestens ${minimum}.`,
    atLeastOrLead: (minimum, leading) => html`Mindestens ${minimum}; mit mehr als ${leading} führen Sie.`,
    email: 'E-Mail',
    emailIsName: 'Daran erkennt Sie der Verkäufer; andere Bieter sehen sie nie.',
    emailForReceipt: 'Für Ihren Beleg; andere Bieter sehen sie nie.',
    messagesSent: 'Nachrichten zu Ihrem Geld gehen dorthin, und Neuigkeiten, sobald Sie in einer davon darum bitten.',
    noMessages: 'An sie werden keine Nachrichten gesendet.',
    messagesInTest: 'Testbetrieb: Nachrichten stehen nur auf der Posteingangsseite des Verkäufers.',
    checking: 'Wird geprüft …',
    toCard: 'Weiter zur Karte',
    faults: (count) => plural(count, { one: 'Eine Angabe ist zu ändern', other: `${count} Angaben sind zu ändern` }),
    nothingHeld: 'Für dieses Gebot ist nichts reserviert.',
    error: 'Fehler: ',
  },

  faults: {
    noAmount: (example) => `Geben Sie Ihr Gebot in US-Dollar ein, zum Beispiel ${example}.`,
    otherCurrency: (example) =>
      `Gebote sind in US-Dollar. Schreiben Sie den Betrag in Ziffern, zum Beispiel ${example}.`,
    notPositive: (zero) => `Ein Gebot muss höher als ${zero} sein.`,
    threeDigitsOfCents: 'Ein Gebot hat höchstens zwei Nachkommastellen.',
    unclear: (dollars, withCents) =>
      `Meinen Sie ${dollars} Dollar? Dann schreiben Sie ${dollars}. Für Dollar und Cent schreiben Sie zwei Nachkommastellen, zum Beispiel ${withCents}.`,
    notDigits: (example) => `Schreiben Sie das Gebot in Ziffern, zum Beispiel ${example} oder 1250.`,
    tooLarge: 'Dieser Betrag ist zu hoch.',
    belowMinimum: (minimum) => `Das niedrigste Gebot in dieser Auktion ist ${minimum}.`,
    belowOwnBid: (value) => `Sie haben bereits ${value} geboten. Bieten Sie mehr, um zu erhöhen.`,
    aboveMaximum: (maximum) => `Das höchste Gebot, das reserviert werden kann, ist ${maximum}.`,
    email: 'Geben Sie Ihre E-Mail-Adresse ein, zum Beispiel name@example.com.',
  },

  card: {
    yourBid: (value) => html`Ihr Gebot: ${value}`,
    isRight: (value) => html`Ist ${value} richtig?`,
    nothingHeldYet: 'Für dieses Gebot ist noch nichts reserviert.',
    legend: 'Karte',
    asking: 'Ihre Bank wird gefragt …',
    place: (value) => `Verbindlich ${value} bieten`,
    change: 'Gebot ändern',
    youLead: 'Sie führen bereits.',
    youRaise: 'Damit erhöhen Sie Ihr früheres Gebot.',
    raise: (who, held, value) =>
      html`<b>${who}</b> Jetzt auf Ihrer Karte reserviert: ${held}. Sobald dieses Gebot abgegeben ist: ${value}. Die frühere Reservierung wird dann freigegeben; Ihre Bank zeigt vielleicht kurz beide.`,
    highOverLeading: (leading) =>
      html`<b>Das ist ein sehr hohes Gebot:</b> mindestens das Zehnfache des Höchstgebots von ${leading}. Wenn Sie gewinnen, zahlen Sie den ganzen Betrag.`,
    highOverMinimum: (minimum) =>
      html`<b>Das ist ein sehr hohes Gebot:</b> mindestens das Zehnfache des Mindestgebots von ${minimum}. Wenn Sie gewinnen, zahlen Sie den ganzen Betrag.`,
    willNotLead: (why) =>
      html`<b>Mit diesem Gebot führen Sie nicht:</b> ${why}. Es wäre eine Reserve: verbindlich und reserviert wie jedes andere, und es gewinnt nur, wenn die Karten aller Gebote davor nicht belastet werden können.`,
    earlierIsEqual: (leading) => html`Es ist so hoch wie das Höchstgebot von ${leading}, das früher kam`,
    leadingIsHigher: (leading) => html`Das Höchstgebot ist ${leading}`,
    addressIsRight: (typed, meant) =>
      html`<b>Stimmt diese Adresse?</b> Sie haben ${typed} eingegeben; vielleicht meinten Sie ${meant}. Um sie zu berichtigen, ändern Sie das Gebot.`,
  },

  terms: {
    gist: html`Ihre Bank <b>reserviert</b> den Betrag; nur beim Gewinner wird er abgebucht. Ein Gebot ist verbindlich.`,
    more: 'Was ein Gebot mit Ihrer Karte macht',
    list: (end) => [
      html`Eine Reservierung ist keine Abbuchung: Das Geld bleibt Ihres, Sie können es aber solange nicht ausgeben.`,
      html`Jedes Gebot ist <b>verbindlich und bleibt bis zum Ende der Auktion reserviert</b>, bis ${end}, es sei denn, Sie erhöhen es. Es kann nicht zurückgezogen werden, auch wenn Sie überboten werden.`,
      html`Um zu erhöhen, bieten Sie noch einmal: Sobald das höhere Gebot abgegeben ist, <b>wird die Reservierung des niedrigeren freigegeben</b>.`,
      html`Nach dem Ende wird nur das Gebot abgebucht, das gewinnt: das höchste, oder das nächsthöchste, wenn dessen Karte nicht belastet werden kann. Alle anderen Reservierungen werden sofort freigegeben; bei Ihrer Bank kann es einige Tage dauern, bis das zu sehen ist.`,
    ],
  },

  phaseLabels: {
    upcoming: 'Noch nicht eröffnet',
    open: 'Gebote sind möglich',
    closing: 'Beendet, Ergebnis folgt',
    sold: 'Verkauft',
    unsold: 'Ohne Verkauf beendet',
    cancelled: 'Abgebrochen',
  },

  phases: {
    upcoming: {
      heading: 'Die Auktion hat noch nicht begonnen',
      detail: (start) => html`Sie beginnt am ${start}. Ab dann können Sie hier bieten.`,
    },
    closing: {
      heading: 'Die Auktion ist zu Ende',
      withoutBids: 'Es werden keine Gebote mehr angenommen. Das Ergebnis steht bald hier.',
      charging: html`Es werden keine Gebote mehr angenommen. Das höchste Gebot wird jetzt abgebucht; gelingt das nicht, das nächsthöchste. Das Ergebnis steht bald hier.`,
    },
    over: 'Diese Auktion ist vorbei',
    sold: 'Der Gegenstand wurde verkauft.',
    soldFor: (value) => html`Der Gegenstand wurde für ${value} verkauft.`,
    unsold: 'Sie endete ohne Verkauf. Der Dienst hat bei niemandem etwas abgebucht.',
    cancelled: {
      heading: 'Diese Auktion wurde abgebrochen',
      detail: 'Der Verkäufer hat sie abgebrochen. Der Dienst hat bei niemandem etwas abgebucht.',
    },
  },

  obstacles: {
    heading: 'Mit diesem Link können Sie nicht bieten',
    askForLink: (reason) => html`${reason} Bitten Sie den Verkäufer um einen richtigen Link.`,
    misspelt: (name, meant) => html`Er enthält den Parameter „${name}“. Der Parameter heißt „${meant}“.`,
    bidderTwice: 'Er nennt zweimal einen Bieter.',
    unfilledBidder: 'Der Bieter wurde nicht eingesetzt, als der Link erstellt wurde.',
    faultyBidder: 'Der Bieter, den er nennt, muss aus 1 bis 200 druckbaren Zeichen bestehen.',
    signatureTwice: 'Er hat zwei Signaturen.',
    signatureAlone: 'Er hat eine Signatur und nennt keinen Bieter.',
    wrongSignature:
      'Seine Signatur ist nicht gültig: Vielleicht fehlt ein Teil des Links, oder er ist zu alt. Bitten Sie den Verkäufer um einen neuen Link.',
    missingSignature: {
      heading: 'Zum Bieten brauchen Sie einen Link vom Verkäufer',
      detail:
        'Öffnen Sie den persönlichen Link, den Ihnen der Verkäufer gesendet hat, oder bitten Sie ihn darum. Ansehen dürfen alle.',
    },
    sellerNotPaid: {
      heading: 'In dieser Auktion kann gerade nicht geboten werden',
      detail:
        'Der Verkäufer kann zurzeit kein Geld empfangen, deshalb wird nach keiner Karte gefragt. Abgegebene Gebote bleiben, wie sie sind. Bitte kommen Sie später wieder.',
    },
    noProvider: {
      heading: 'In dieser Auktion kann noch nicht geboten werden',
      detail: 'Der Verkäufer hat keinen Zahlungsdienst, der Geld reservieren kann. Bitte kommen Sie später wieder.',
    },
    embedded: {
      heading: 'Auf der Seite der Auktion bieten',
      detail:
        'Sie öffnet sich in einem neuen Tab. Dort zeigt Ihr Browser, wessen Seite es ist, und nur Sie sehen Ihre Gebote.',
      bidThere: 'Auktion öffnen',
    },
    followed: {
      heading: 'Sie verfolgen diese Gebote',
      here: 'Dieser private Link zeigt auf jedem Gerät, wie es um sie steht. Um wieder zu bieten, gehen Sie auf die Seite der Auktion: Dieser Browser bietet dort unter demselben Namen weiter.',
      onThisDevice:
        'Dieser private Link zeigt auf jedem Gerät, wie es um sie steht. Sie können auch auf diesem Gerät bieten: Die Reservierungen dieser Gebote bleiben dann, wie sie sind.',
      bidHere: 'Auf diesem Gerät bieten',
    },
  },

  refusals: {
    notPlaced: 'Ihr Gebot wurde nicht abgegeben',
    auctionRefused: 'Das Gebot wurde nicht abgegeben',
    nothingHeld: (reason) => `${reason} Für dieses Gebot ist nichts reserviert.`,
    late: (bid, reason) =>
      `${bid === null ? 'Ihr Gebot' : `Ihr Gebot von ${bid}`} ${lateReasons[reason]}. Es wurde nicht abgegeben, und dafür ist nichts reserviert.`,
    noCookie: {
      heading: 'Ihr Browser behält unser Cookie nicht',
      detail:
        'Erlauben Sie Cookies für diese Website und senden Sie das Formular dann noch einmal: Nur durch das Cookie kann Ihr Gebot Ihrem Browser, und niemandem sonst, gezeigt werden. Für dieses Gebot ist nichts reserviert.',
    },
  },

  ...bids,

  own: {
    heading: 'Ihre Gebote',
    onlyHere: 'Nur dieser Browser zeigt sie.',
    bySignedLink: 'Ihr persönlicher Link zeigt sie auf jedem Gerät.',
    byLink: 'Alle, die diesen Link haben, sehen sie.',
    held: (sum) => html`Dafür jetzt reserviert: zusammen ${sum}.`,
    heldFor: (bidder, sum) => html`Für ${bidder} jetzt reserviert: zusammen ${sum}.`,
    follow: 'Diese Gebote auf jedem Gerät verfolgen',
    copy: 'Privaten Link kopieren',
    code: 'Am Telefon verfolgen: QR-Code zeigen',
    notify: 'Benachrichtigen, wenn ich überboten werde',
    toBank: 'Weiter zu Ihrer Bank',
    checkAgain: 'Noch einmal prüfen',
    giveUp: 'Auf dieses Gebot verzichten',
  },

  stateLabels: {
    leading: 'Führt',
    raised: 'Erhöht',
    voided: 'Für ungültig erklärt',
    tied: 'Gleich hoch, aber später',
    outbid: 'Überboten, weiter verbindlich',
    won: 'Gewonnen',
    charging: 'Wird abgebucht',
    not_charged: 'Nicht abgebucht',
    charged_outside: 'Außerhalb der Auktion abgebucht',
    closed: 'Zahlung abgeschlossen',
    releasing: 'Wird freigegeben',
    released: 'Freigegeben',
    lapsed: 'Reservierung abgelaufen',
    challenged: 'Wartet auf Sie',
    checking: 'Wartet auf Ihre Bank',
    undoing: 'Nicht abgegeben',
    not_placed: 'Nicht abgegeben',
  },

  outcomes: {
    leading: (value) => `Ihr Gebot von ${value} führt`,
    raised: (value) => `Sie haben Ihr Gebot von ${value} erhöht`,
    voided: (value) => `Ihr Gebot von ${value} wurde für ungültig erklärt`,
    tied: (value) => `Ihr Gebot von ${value} ist abgegeben, aber ein gleich hohes kam früher`,
    outbid: (value) => `Ihr Gebot von ${value} führt nicht`,
    won: (value) => `Sie haben mit ${value} gewonnen`,
    charging: (value) => `Ihr Gebot von ${value} wird abgebucht`,
    not_charged: (value) => `Ihr Gebot von ${value} konnte nicht abgebucht werden`,
    charged_outside: (value) => `Für Ihr Gebot von ${value} wurde außerhalb der Auktion abgebucht`,
    closed: (value) => `Die Zahlung zu Ihrem Gebot von ${value} ist abgeschlossen`,
    releasing: (value) => `Die Reservierung von ${value} wird freigegeben`,
    released: (value) => `Die Reservierung von ${value} wurde freigegeben`,
    lapsed: (value) => `Die Reservierung von ${value} ist abgelaufen`,
    challenged: (value) => `Ihr Gebot von ${value} ist noch nicht abgegeben`,
    checking: (value) => `Wir prüfen Ihr Gebot von ${value} noch`,
    undoing: (value) => `Ihr Gebot von ${value} wurde nicht abgegeben`,
    not_placed: (value) => `Ihr Gebot von ${value} wurde nicht abgegeben`,
  },
  sentBefore:
    'Sie hatten dieses Formular schon gesendet, es zählt daher einmal. Um einen anderen Betrag zu bieten, nutzen Sie das Formular auf dieser Seite.',
  noSuchBidHere: {
    heading: 'Dieser Browser hat kein solches Gebot',
    detail:
      'Ihre Gebote werden nur in dem Browser gezeigt, in dem Sie sie abgegeben haben, und nur, solange er das Cookie dieser Website behält.',
  },

  status: {
    challenged: {
      label: 'Wartet auf Sie',
      detail: (value) => `Ihre Bank bittet Sie, Ihr Gebot von ${value} zu bestätigen.`,
    },
    checking: {
      label: 'Wartet auf Ihre Bank',
      detail: (value) => `Ihr Gebot von ${value} wird geprüft. Sie müssen nicht noch einmal bieten.`,
    },
    also: (detail, label, more) => `${detail} ${label}. ${more}`,
    held: (sum) => `Auf Ihrer Karte reserviert: zusammen ${sum}.`,
    leading: 'Sie führen',
    tied: { label: 'Gleich hoch, aber später', detail: (held) => `Das Höchstgebot kam früher. ${held}` },
    outbidBy: (difference) => `Um ${difference} überboten`,
    highest: { label: 'Höchstes Gebot', detail: (held) => `Als Nächstes wird Ihre Karte belastet. ${held}` },
    notHighest: {
      label: 'Nicht das höchste',
      detail: (held) => `Ihr Gebot ist eine Reserve, bis das Ergebnis feststeht. ${held}`,
    },
    won: { label: 'Gewonnen', detail: (value) => `${value} wurden von Ihrer Karte abgebucht.` },
    notCharged: { label: 'Nicht gewonnen', detail: 'Ihre Karte konnte nicht belastet werden.' },
    lost: { label: 'Nicht gewonnen', detail: 'Ein anderes Gebot hat gewonnen. Bei Ihnen wurde nichts abgebucht.' },
    unsold: { label: 'Nicht verkauft', detail: 'Niemand hat gewonnen. Bei Ihnen wurde nichts abgebucht.' },
    cancelled: {
      label: 'Abgebrochen',
      detail: 'Der Verkäufer hat die Auktion abgebrochen. Bei Ihnen wurde nichts abgebucht.',
    },
  },

  after: {
    won: 'Sie haben gewonnen',
    charged: (value) => html`${value} wurden von Ihrer Karte abgebucht.`,
    next: 'Wie es weitergeht',
    noContact: (seller) =>
      html`${seller} hat hier keinen Kontakt hinterlassen: Antworten Sie auf die Nachricht oder die Seite, die Sie zu dieser Auktion geführt hat.`,
    reach: (seller) => html`So erreichen Sie ${seller}`,
    reference: (reference) => html`Bei Fragen zu diesem Gebot nennen Sie bitte die Referenz ${reference}`,
    winnersReference: (reference) =>
      html`Um den Artikel abzuholen oder danach zu fragen, nennen Sie Ihre Referenz ${reference}. Nur Sie und der Verkäufer kennen sie.`,
  },

  delivery: {
    address: 'Wohin soll es gehen?',
    contact: 'Wie sind Sie erreichbar?',
    ask: (seller) => html`${seller} braucht das von Ihnen; niemand sonst bekommt es.`,
    given: (seller) => html`${seller} hat das von Ihnen.`,
    fields: { name: 'Name', address: 'Adresse', telephone: 'Telefon' },
    addressHint: 'Straße, Postleitzahl, Ort und Land, wie auf einem Paket.',
    send: 'An den Verkäufer senden',
    sending: 'Wird gesendet …',
    change: 'Ändern',
    notSent: 'Dem Verkäufer wurde nichts gesendet.',
    faults: {
      name: 'Geben Sie Ihren Namen ein, höchstens 200 Zeichen.',
      address: 'Geben Sie Ihre Adresse mit dem Land ein, höchstens 500 Zeichen.',
      telephone: 'Geben Sie Ihre Telefonnummer ein, zum Beispiel +49 30 123456.',
    },
  },

  item: {
    heading: 'Über diesen Gegenstand',
    contact: 'Kontakt',
    terms: 'Verkaufsbedingungen',
    returnAddress: 'Adresse für Rücksendungen',
    imprint: 'Impressum',
    privacy: 'Datenschutz',
    shipping: 'Versand',
    pictureOf: (number, count) => `Bild ${number} von ${count}`,
  },

  testCards: { heading: 'Testkarten', number: 'Nummer', does: 'Was sie bewirkt' },

  preview: {
    soldFor: (value) => `Verkauft für ${value}`,
    noBids: 'Noch keine Gebote',
    leading: (value) => `Höchstgebot ${value}`,
    bids: (count) => plural(count, { one: `${count} Gebot`, other: `${count} Gebote` }),
    ends: (time) => `Endet ${time}`,
    ended: (time) => `Beendet ${time}`,
  },

  browser: {
    waitingForConnection: 'Warten auf eine Verbindung …',
    stop: 'Nicht weiter versuchen',
    stopped:
      'Angehalten. Ihr Formular bleibt erhalten. Falls es schon angekommen ist, zeigt diese Seite Ihr Gebot; noch einmal gesendet, zählt es einmal.',
    keptAndSent: 'Keine Verbindung. Ihr Formular bleibt erhalten und wird von selbst noch einmal gesendet.',
    kept: 'Keine Verbindung. Ihr Formular bleibt erhalten: Senden Sie es noch einmal, wenn Sie wieder online sind. Es zählt einmal.',
    tooMany: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    fiveMinutes: 'Noch 5 Minuten.',
    lastMinute: 'Die letzte Minute.',
    tenSeconds: 'Noch 10 Sekunden.',
    stale: 'Keine Verbindung. Preis und Zeit sind von {time}; wir versuchen es weiter.',
    notSent: '{phase}. Dieses Formular wurde nicht gesendet, und auf Ihrer Karte ist dafür nichts reserviert.',
    turned: '{phase}.',
    outbidBy: 'Um {difference} überboten',
    outbid: 'Sie wurden überboten. Das Höchstgebot ist jetzt {amount}.',
    copied: 'Kopiert',
    notCopied: 'Nicht kopiert: Öffnen Sie den Link und kopieren Sie seine Adresse',
    days: { one: '{n} Tag', other: '{n} Tage' },
    hours: '{n} h',
    minutes: '{n} min',
    seconds: '{n} s',
  },
};

const lateReasons = {
  ended: 'kam nach dem Ende',
  cancelled: 'kam, nachdem der Verkäufer die Auktion abgebrochen hatte',
  notOpen: 'kam vor dem Beginn',
};
