import type { MessageWords } from './en.ts';

export const es: MessageWords = {
  testMode: 'Modo de prueba: sin dinero real.',
  labels: {
    auction: 'Subasta',
    bid: 'Su puja',
    held: 'Retenido en su tarjeta',
    ends: 'Fin de las pujas',
    reference: 'Referencia',
    winnerReference: 'Referencia del ganador',
    key: 'Clave de API',
    scopes: 'Puede',
    value: 'Puja',
    winner: 'Ha ganado',
    soldFor: 'Vendido por',
    charged: 'Cobrado',
    endpoint: 'Punto de conexión',
    reason: 'Motivo',
  },
  utc: (time) => `${time} UTC`,
  inZone: (time, zone) => `${time} (${zone})`,
  seeBids: 'Ver sus pujas',
  seeAuction: 'Ver la subasta',
  next: 'Próximos pasos',
  contact: 'Contacto',

  placed: {
    subject: (title, value) => `Su puja de ${value}: ${title}`,
    heading: 'Su puja está hecha',
    terms:
      'Una retención no es un cargo. El servicio solo cobra a quien gana y libera las demás retenciones después del fin. Una puja es vinculante.',
  },
  outbid: {
    subject: (title) => `Han superado su puja: ${title}`,
    heading: 'Han superado su puja',
    text: (leading) => `La puja más alta es ahora de ${leading}.`,
    again: 'Para volver a liderar, puje más antes del fin.',
  },
  atRisk: {
    subject: (title) => `Puje de nuevo para participar: ${title}`,
    heading: 'La retención de su puja está en riesgo',
    text: 'Su banco retiene el importe menos tiempo del que dura la subasta y la retención no se renueva. Haga una puja más alta para que se retenga de nuevo; si no, es posible que esta puja no gane.',
  },
  won: {
    subject: (title) => `Ha ganado: ${title}`,
    heading: 'Ha ganado',
    asked: {
      CONTACT: 'El vendedor necesita su nombre y su teléfono.',
      DELIVERY: 'El vendedor necesita saber adónde enviarlo.',
    },
    give: 'Decírselo al vendedor',
    noContact: (seller) =>
      `${seller} no ha dejado aquí ningún contacto: responda al mensaje o a la página que le trajo a esta subasta.`,
  },
  notWon: {
    subject: (title) => `No ha ganado: ${title}`,
    heading: 'No ha ganado',
  },
  refunded: {
    subject: (title, amount) => `Se reembolsan ${amount}: ${title}`,
    heading: 'Recibe un reembolso',
    text: (amount) => `Se reembolsan ${amount} en su tarjeta. Su banco puede tardar unos días en mostrarlo.`,
  },
  refundFailed: {
    subject: (title, amount) => `El reembolso de ${amount} ha fallado: ${title}`,
    heading: 'El reembolso ha fallado',
    text: (amount) => `El reembolso de ${amount} no ha llegado a su tarjeta. Pregunte por él al vendedor.`,
  },

  sold: {
    subject: (title, value) => `Vendido por ${value}: ${title}`,
    heading: 'Su subasta se ha vendido',
    text: (amount) =>
      `Se han cobrado ${amount} en la tarjeta de quien ha ganado. El servicio libera las demás retenciones.`,
    inPart: 'Es menos que la puja ganadora. Acuerde la diferencia con quien ha ganado.',
  },
  unsold: {
    subject: (title) => `Sin vender: ${title}`,
    heading: 'Su subasta ha terminado sin venta',
    text: 'Ninguna puja ha ganado. El servicio libera las retenciones que quedan.',
  },
  captureFailed: {
    subject: (title) => `No se pudo cobrar una tarjeta: ${title}`,
    heading: 'No se pudo cobrar una tarjeta',
    text: 'El servicio intenta cobrar la siguiente puja más alta que pueda pagar, si la hay.',
    reasons: {
      card_declined: 'El banco de la tarjeta ha rechazado el cobro.',
      temporarily_declined: 'El banco de la tarjeta no pudo decidir a tiempo.',
      insufficient_funds: 'La tarjeta no tiene fondos suficientes.',
      card_expired: 'La tarjeta ha caducado.',
      card_not_accepted: 'El proveedor de pagos no acepta esta tarjeta.',
      authentication_failed: 'El banco no pudo verificar a quien puja.',
      amount_out_of_bounds: 'El proveedor de pagos no acepta este importe.',
      needs_bidder: 'El banco pide que se confirme el pago.',
      authorization_expired: 'La retención en la tarjeta ha caducado.',
      already_released: 'La retención se liberó en el proveedor de pagos.',
      capture_given_up: 'El operador del servicio ha abandonado el cobro, porque su resultado se desconocía.',
      other: 'El proveedor de pagos ha rechazado el cobro.',
    },
  },
  disputed: {
    subject: (title, amount) => `Disputa de ${amount}: ${title}`,
    heading: 'Un pago está en disputa',
    states: {
      inquiry: 'El banco de la tarjeta pregunta por el pago. No se retira dinero. Responda en su proveedor de pagos.',
      closed: 'La consulta del banco sobre el pago está cerrada. No se retira dinero.',
      open: 'El titular de la tarjeta disputa el pago y, de momento, el importe se ha retirado. Responda en su proveedor de pagos.',
      won: 'La disputa se ha resuelto a su favor: el importe vuelve a ser suyo.',
      lost: 'La disputa se ha resuelto a favor del titular de la tarjeta, que conserva el importe.',
    },
  },
  keyIssued: {
    subject: 'Se ha emitido una clave de API nueva',
    heading: 'Se ha emitido una clave de API nueva',
    text: 'Una de sus claves ha emitido esta. Si no ha sido nadie de los suyos, revoque en la página de sus claves la que la emitió, con todo lo que ha emitido.',
  },
  confirmEmail: {
    subject: 'Confirme su dirección para los mensajes',
    heading: 'Confirme esta dirección',
    text: 'Se ha indicado esta dirección para los mensajes sobre ventas. Para recibirlos, siga el enlace y pulse allí el botón. Si no sabe de qué se trata, no haga nada.',
    button: 'Confirmar la dirección',
  },
  endpointDisabled: {
    subject: 'Un punto de conexión de webhooks está desactivado',
    heading: 'Un punto de conexión de webhooks está desactivado',
    gone: 'Ha respondido 410 Gone y no recibe más eventos.',
    failing: 'Ha fallado durante tres días y no recibe más eventos. Las entregas se pueden volver a enviar.',
  },

  footer: {
    bidder: (seller) => `Recibe esto porque se pujó en ${seller} con esta dirección.`,
    seller: (seller) => `Recibe esto porque es la dirección del perfil de ${seller}.`,
    given: (site: string) => `Recibe este mensaje porque alguien ha indicado esta dirección en un perfil de ${site}.`,
    stop: 'No enviar nada más a esta dirección',
    waiting:
      'Recibe los mensajes sobre su dinero. Para recibir novedades de la subasta, como que alguien ha pujado más, abra el enlace y pulse allí el botón.',
    ended: 'Ha dejado de recibir novedades de subastas. Los mensajes sobre su dinero siguen llegando.',
    end: 'Dejar de recibir novedades de subastas',
    again: 'Volver a recibir novedades de subastas',
  },
};
