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
    text: 'El importe queda retenido en su tarjeta y no es un cargo. Solo paga quien gana; las demás retenciones se liberan después del fin. Una puja es vinculante.',
  },
  outbid: {
    subject: (title) => `Han superado su puja: ${title}`,
    heading: 'Han superado su puja',
    text: (leading) =>
      `La puja más alta es ahora de ${leading}. La suya sigue retenida como reserva. Para volver a liderar, puje más antes del fin.`,
  },
  atRisk: {
    subject: (title) => `Puje de nuevo para participar: ${title}`,
    heading: 'La retención de su puja está en riesgo',
    text: 'Su banco retiene el importe menos tiempo del que dura la subasta y la retención no se renueva. Haga una puja más alta para que se retenga de nuevo; si no, es posible que esta puja no gane.',
  },
  won: {
    subject: (title) => `Ha ganado: ${title}`,
    heading: 'Ha ganado',
    text: (amount) => `Se han cargado ${amount} en su tarjeta.`,
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
    text: 'No se le ha cobrado nada: la retención en su tarjeta se libera. Su banco puede tardar unos días en mostrarlo.',
  },
  refunded: {
    subject: (title, amount) => `Se reembolsan ${amount}: ${title}`,
    heading: 'Recibe un reembolso',
    text: (amount) => `Se reembolsan ${amount} en su tarjeta. Su banco puede tardar unos días en mostrarlo.`,
  },

  sold: {
    subject: (title, value) => `Vendido por ${value}: ${title}`,
    heading: 'Su subasta se ha vendido',
    text: 'Se ha cobrado a quien ha ganado. Las demás retenciones se liberan.',
  },
  unsold: {
    subject: (title) => `Sin vender: ${title}`,
    heading: 'Su subasta ha terminado sin venta',
    text: 'No se ha cobrado a nadie.',
  },
  captureFailed: {
    subject: (title) => `No se pudo cobrar una tarjeta: ${title}`,
    heading: 'No se pudo cobrar una tarjeta',
    text: 'En su lugar se cobra la siguiente puja más alta que pueda pagar, si la hay.',
  },
  disputed: {
    subject: (title, amount) => `Disputa de ${amount}: ${title}`,
    heading: 'Un pago está en disputa',
    text: 'El titular de la tarjeta disputa el pago, o la disputa ha avanzado. Responda en su proveedor de pagos.',
  },
  keyIssued: {
    subject: 'Se ha emitido una clave de API nueva',
    heading: 'Se ha emitido una clave de API nueva',
    text: 'Una de sus claves ha emitido esta. Si no ha sido nadie de los suyos, revoque en la página de sus claves la que la emitió, con todo lo que ha emitido.',
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
    first:
      'Este es el primer mensaje a esta dirección. Abra su enlace una vez y recibirá los siguientes; si no, será el único.',
    unsubscribe: 'No recibir más mensajes',
  },
};
