import type { BidWords } from './en.ts';

const backup =
  'El importe de la suya sigue retenido como reserva, y solo gana si no se puede cobrar ninguna de las pujas que van por delante.';
const notWon = (isCancelled: boolean) => (isCancelled ? '' : 'Esta puja no ha ganado. ');
const holdIsGone = (isReleasing: boolean) =>
  isReleasing ? 'se está liberando su retención.' : 'ya no hay nada retenido por ella.';

export const es: BidWords = {
  failures: {
    card_declined: 'La tarjeta ha sido rechazada. Pruebe con otra o consulte al banco que la emitió.',
    temporarily_declined: 'El banco no ha podido decidir en este momento. Vuelva a intentarlo en un minuto.',
    insufficient_funds: 'La tarjeta no tiene fondos suficientes para esta puja.',
    card_expired: 'La tarjeta ha caducado.',
    incorrect_cvc: 'El código de seguridad de la tarjeta es incorrecto.',
    card_not_accepted: 'Esta tarjeta no se puede usar aquí. Pruebe con otra.',
    authentication_failed: 'El banco no ha podido verificar su identidad. Vuelva a intentarlo o use otra tarjeta.',
    amount_out_of_bounds: 'El proveedor de pagos no admite un importe así.',
    needs_bidder: 'El banco pide que se confirme de nuevo esta retención.',
    authorization_expired: 'La retención en la tarjeta ha caducado.',
    already_captured: 'El dinero ya se ha cobrado.',
    already_released: 'La retención ya se ha liberado.',
    wrong_state: 'No hay en la tarjeta ninguna retención con la que se pueda hacer esto.',
    not_executed: 'El importe aún no se ha cobrado.',
    abandoned: 'La puja no se terminó.',
    capture_given_up:
      'No se ha podido averiguar si el importe se cobró, y el operador del servicio ha liberado la retención.',
    released_by_operator: 'El operador del servicio ha liberado la retención.',
    voided: 'El operador del servicio ha anulado la puja.',
    raised: 'Se ha registrado una puja más alta del mismo postor.',
    closed_by_operator: 'El operador del servicio se ha ocupado del pago.',
    provider_unavailable:
      'No se ha podido contactar con el proveedor de pagos. No se ha registrado ninguna puja, y si el banco muestra una retención, se libera. Vuelva a intentarlo en un minuto.',
    seller_cannot_be_paid:
      'El vendedor no puede recibir pagos en este momento, por eso no se ha registrado ninguna puja. Vuelva a intentarlo más tarde.',
    operator_cannot_charge:
      'Los pagos de este servicio no funcionan en este momento, por lo que no se ha registrado ninguna puja. Inténtelo de nuevo más tarde.',
    auction_not_open_yet: 'Su puja llegó antes del comienzo.',
    auction_ended: 'Su puja llegó después del final.',
    auction_cancelled: 'Su puja llegó después de que el vendedor cancelara la subasta.',
    bidder_not_signed: 'Para pujar aquí necesita el enlace que le ha enviado el vendedor.',
    bidder_banned: 'El vendedor no acepta pujas de este postor.',
    below_minimum: 'La puja es inferior al mínimo de esta subasta.',
    below_own_bid: 'Ya ha pujado lo mismo o más.',
  },

  states: {
    highest: {
      label: 'La más alta',
      detail:
        'La subasta ha terminado con su puja como la más alta. El importe está retenido en su tarjeta, y a continuación se hará el cobro.',
    },
    leading:
      'Su puja es la más alta. El importe está retenido en su tarjeta. Si alguien puja más, puede subir la suya.',
    raised: (isReleasing) =>
      `Ha pujado más desde entonces, por lo que esta puja no es una reserva, y ${holdIsGone(isReleasing)}`,
    voided: (isReleasing) =>
      `El operador del servicio ha anulado esta puja: ya no puede ganar. No se ha tomado dinero, y ${holdIsGone(isReleasing)}`,
    tied: `Es igual a la puja en cabeza, que se hizo antes. ${backup}`,
    outbid: backup,
    won: (amount) => `Su puja ha ganado, y se han cobrado ${amount} en su tarjeta.`,
    charging: 'Su puja es la más alta que sigue en pie. El importe está retenido en su tarjeta, y se está cobrando.',
    notCharged: (isReleasing) =>
      `No se ha podido hacer el cobro, por lo que esta puja no ha ganado. No se ha tomado dinero, y ${holdIsGone(isReleasing)}`,
    chargedOutside: (amount) =>
      `Alguien ha cobrado ${amount} en su tarjeta desde el proveedor de pagos, fuera de esta subasta.`,
    refundedUnlessItWins: 'Si esta puja no gana, se le debe devolver.',
    toBeRefunded: 'Se le debe devolver: consulte al vendedor.',
    closed: (amount, end) =>
      `Esta puja ya no puede ganar: alguien ha cobrado ${amount} en su tarjeta fuera de esta subasta. ${end}`,
    refunded: 'Se le ha devuelto.',
    releasing: (isCancelled) =>
      `${notWon(isCancelled)}No se le ha cobrado nada: se está liberando la retención en su tarjeta.`,
    released: (isCancelled) =>
      `${notWon(isCancelled)}No se le ha cobrado nada, y ya no hay nada retenido por ella. Su banco puede tardar unos días en mostrarlo.`,
    lapsed: (isReleasing) =>
      `El plazo de la retención ha pasado, por lo que esta puja ya no puede ganar. No se ha tomado dinero, y ${holdIsGone(isReleasing)}`,
    bidAgain: 'Vuelva a pujar para participar.',
    challenged:
      'Su banco le pide una confirmación. La puja todavía no se ha registrado, y no hay nada retenido por ella.',
    checking:
      'Seguimos consultando al banco. O la puja se registra o el importe se libera: no tiene que hacer nada ni volver a pujar.',
    undoing: 'La puja no se ha registrado. Se está liberando lo que su banco hubiera apartado para ella.',
    notPlaced: 'La puja no se ha registrado, y no hay nada retenido por ella.',
    earlierStands: (sum) => `Su puja anterior sigue en pie: ${sum} siguen retenidos en su tarjeta.`,
    earlierMayBeWhy: 'Puede que sea por esa retención: pruebe con otra tarjeta o puje menos.',
  },
};
