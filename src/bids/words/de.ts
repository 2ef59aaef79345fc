import type { BidWords } from './en.ts';

const backup =
  'Der Betrag bleibt als Reserve reserviert, und Ihr Gebot gewinnt nur, wenn die Karten aller Gebote, die vor ihm liegen, nicht belastet werden können.';
const notWon = (isCancelled: boolean) => (isCancelled ? '' : 'Dieses Gebot hat nicht gewonnen. ');
const holdIsGone = (isReleasing: boolean) =>
  isReleasing ? 'die Reservierung wird gerade freigegeben.' : 'dafür ist nichts mehr reserviert.';

export const de: BidWords = {
  failures: {
    card_declined:
      'Die Karte wurde abgelehnt. Versuchen Sie eine andere, oder fragen Sie die Bank, die sie ausgestellt hat.',
    temporarily_declined: 'Die Bank konnte gerade nicht entscheiden. Versuchen Sie es in einer Minute noch einmal.',
    insufficient_funds: 'Die Karte ist für dieses Gebot nicht ausreichend gedeckt.',
    card_expired: 'Die Karte ist abgelaufen.',
    incorrect_cvc: 'Der Sicherheitscode der Karte ist falsch.',
    card_not_accepted: 'Diese Karte kann hier nicht verwendet werden. Versuchen Sie eine andere.',
    authentication_failed:
      'Die Bank konnte nicht bestätigen, dass Sie es sind. Versuchen Sie es noch einmal, oder nehmen Sie eine andere Karte.',
    amount_out_of_bounds: 'Der Zahlungsdienst nimmt keinen Betrag in dieser Höhe an.',
    needs_bidder: 'Die Bank möchte, dass diese Reservierung noch einmal bestätigt wird.',
    authorization_expired: 'Die Reservierung auf der Karte ist abgelaufen.',
    already_captured: 'Das Geld wurde bereits abgebucht.',
    already_released: 'Die Reservierung wurde bereits freigegeben.',
    wrong_state: 'Auf der Karte gibt es keine Reservierung, mit der das möglich wäre.',
    not_executed: 'Der Betrag wurde noch nicht abgebucht.',
    abandoned: 'Das Gebot wurde nicht zu Ende geführt.',
    capture_given_up:
      'Ob der Betrag abgebucht wurde, ließ sich nicht feststellen, und der Betreiber des Dienstes hat die Reservierung freigegeben.',
    released_by_operator: 'Der Betreiber des Dienstes hat die Reservierung freigegeben.',
    voided: 'Der Betreiber des Dienstes hat das Gebot für ungültig erklärt.',
    raised: 'Ein höheres Gebot desselben Bieters wurde abgegeben.',
    closed_by_operator: 'Der Betreiber des Dienstes hat sich um die Zahlung gekümmert.',
    provider_unavailable:
      'Der Zahlungsdienst war nicht erreichbar. Es wurde kein Gebot abgegeben, und eine Reservierung, die die Bank vielleicht anzeigt, wird freigegeben. Versuchen Sie es in einer Minute noch einmal.',
    seller_cannot_be_paid:
      'Der Verkäufer kann zurzeit kein Geld empfangen, deshalb wurde kein Gebot abgegeben. Versuchen Sie es später noch einmal.',
    operator_cannot_charge:
      'Die Zahlungen dieses Dienstes sind im Moment gestört, daher wurde kein Gebot abgegeben. Versuchen Sie es später noch einmal.',
    auction_not_open_yet: 'Ihr Gebot kam vor dem Beginn.',
    auction_ended: 'Ihr Gebot kam nach dem Ende.',
    auction_cancelled: 'Ihr Gebot kam, nachdem der Verkäufer die Auktion abgebrochen hatte.',
    bidder_not_signed: 'Zum Bieten brauchen Sie hier den Link, den Ihnen der Verkäufer gesendet hat.',
    bidder_banned: 'Der Verkäufer nimmt von diesem Bieter keine Gebote an.',
    below_minimum: 'Das Gebot liegt unter dem Mindestgebot dieser Auktion.',
    below_own_bid: 'Sie haben bereits ebenso viel oder mehr geboten.',
  },

  states: {
    highest: {
      label: 'Höchstes Gebot',
      detail:
        'Die Auktion endete mit Ihrem Gebot als höchstem. Der Betrag ist auf Ihrer Karte reserviert; als Nächstes wird sie belastet.',
    },
    leading:
      'Ihr Gebot ist das höchste. Der Betrag ist auf Ihrer Karte reserviert. Bietet jemand mehr, können Sie Ihr Gebot erhöhen.',
    raised: (isReleasing) =>
      `Sie haben seither mehr geboten. Dieses Gebot ist daher keine Reserve, und ${holdIsGone(isReleasing)}`,
    voided: (isReleasing) =>
      `Der Betreiber des Dienstes hat dieses Gebot für ungültig erklärt: Es kann nicht mehr gewinnen. Es wurde kein Geld genommen, und ${holdIsGone(isReleasing)}`,
    tied: `Es ist so hoch wie das Höchstgebot, das früher kam. ${backup}`,
    outbid: backup,
    won: (amount) => `Ihr Gebot hat gewonnen, und ${amount} wurden von Ihrer Karte abgebucht.`,
    charging:
      'Ihr Gebot ist das höchste, das noch steht. Der Betrag ist auf Ihrer Karte reserviert, und sie wird gerade belastet.',
    notCharged: (isReleasing) =>
      `Ihre Karte konnte nicht belastet werden, daher hat dieses Gebot nicht gewonnen. Es wurde kein Geld genommen, und ${holdIsGone(isReleasing)}`,
    chargedOutside: (amount) =>
      `Jemand hat beim Zahlungsdienst, außerhalb dieser Auktion, ${amount} von Ihrer Karte abgebucht.`,
    refundedUnlessItWins: 'Wenn dieses Gebot nicht gewinnt, ist das zu erstatten.',
    toBeRefunded: 'Das ist zu erstatten: Fragen Sie den Verkäufer danach.',
    closed: (amount, end) =>
      `Dieses Gebot kann nicht mehr gewinnen: Jemand hat außerhalb dieser Auktion ${amount} von Ihrer Karte abgebucht. ${end}`,
    refunded: 'Das wurde erstattet.',
    releasing: (isCancelled) =>
      `${notWon(isCancelled)}Sie wurden nicht belastet: Die Reservierung auf Ihrer Karte wird gerade freigegeben.`,
    released: (isCancelled) =>
      `${notWon(isCancelled)}Sie wurden nicht belastet, und dafür ist nichts mehr reserviert. Bei Ihrer Bank kann es einige Tage dauern, bis das zu sehen ist.`,
    lapsed: (isReleasing) =>
      `Die Zeit der Reservierung ist vorbei, daher kann dieses Gebot nicht mehr gewinnen. Es wurde kein Geld genommen, und ${holdIsGone(isReleasing)}`,
    bidAgain: 'Bieten Sie noch einmal, um teilzunehmen.',
    challenged:
      'Ihre Bank bittet Sie um eine Bestätigung. Das Gebot ist noch nicht abgegeben, und dafür ist nichts reserviert.',
    checking:
      'Wir prüfen noch mit der Bank. Entweder ist das Gebot abgegeben, oder der Betrag wird freigegeben: Sie müssen nichts tun und nicht noch einmal bieten.',
    undoing: 'Das Gebot wurde nicht abgegeben. Was Ihre Bank dafür vorgemerkt hat, wird gerade freigegeben.',
    notPlaced: 'Das Gebot wurde nicht abgegeben, und dafür ist nichts reserviert.',
    earlierStands: (sum) => `Ihr früheres Gebot steht: ${sum} bleiben auf Ihrer Karte reserviert.`,
    earlierMayBeWhy: 'Das kann der Grund sein: Versuchen Sie eine andere Karte, oder bieten Sie weniger.',
  },
};
