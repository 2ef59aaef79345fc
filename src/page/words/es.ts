import { html } from 'hono/html';
import { es as bids } from '../../bids/words/es.ts';
import type { Words } from './en.ts';
import { plurals } from './plurals.ts';

const plural = plurals<'one' | 'many' | 'other'>('es');

const tryLater =
  'Vuelva a intentarlo dentro de un momento. Las pujas que ya ha hecho están a salvo. Si acaba de enviar una, abra de nuevo la subasta: allí verá si se ha registrado.';

export const es: Words = {
  languages: 'Idioma',
  testMode: html`<strong>Modo de prueba: sin dinero real.</strong> Solo tarjetas de prueba.`,

  messages: {
    noSuchAuction: {
      heading: 'Esta subasta no existe',
      detail: 'Compruebe el enlace que ha recibido: puede que le falte una parte.',
    },
    noSuchBid: {
      heading: 'Este enlace no muestra ninguna puja',
      detail: 'Compruebe el enlace: puede que le falte una parte.',
    },
    foreignForm: {
      heading: 'Este formulario viene de otro sitio web',
      detail: 'Abra usted la subasta y puje allí. Este formulario no ha retenido nada en su tarjeta.',
    },
    unreadableForm: {
      heading: 'No se puede leer este formulario',
      detail: 'Vuelva a la subasta y envíe de nuevo el formulario.',
    },
    unreadableAnswer: {
      heading: 'No se puede leer este formulario',
      detail: 'Vuelva atrás y envíe de nuevo el formulario.',
    },
    largeForm: {
      heading: 'Este formulario es demasiado grande',
      detail: 'Vuelva a la subasta y envíe de nuevo el formulario.',
    },
    overload: {
      heading: 'Vuelva a intentarlo en un momento',
      detail:
        'Ahora mismo hay muchas personas aquí. Vuelva a cargar esta página. Si acaba de enviar un formulario, se enviará de nuevo y contará una sola vez.',
    },
    outage: { heading: 'Ahora mismo no podemos mostrar esta página', detail: tryLater },
    bug: { heading: 'Se ha producido un error por nuestra parte', detail: tryLater },
    paymentAccountReady: {
      heading: 'Su cuenta de pagos está lista',
      detail: 'Desde ahora, las ventas se pagan en ella. Puede cerrar esta página.',
    },
    paymentAccountNotReady: {
      heading: 'Su cuenta de pagos todavía no está lista',
      detail:
        'El proveedor de pagos aún necesita algo o está comprobando sus datos. Si no ha terminado, pida un enlace nuevo donde obtuvo este. Si ha terminado, vuelva más tarde.',
    },
    paymentAccountUnread: {
      heading: 'No se ha podido consultar al proveedor de pagos',
      detail: 'No se ha perdido nada: vuelva a cargar esta página en un minuto.',
    },
    onboardingLinkExpired: {
      heading: 'Este enlace ha caducado',
      detail:
        'Un enlace sirve una vez y durante unos minutos. Pida uno nuevo donde lo obtuvo (createPaymentOnboardingLink).',
    },
    noSuchMessage: {
      heading: 'No existe este mensaje',
      detail:
        'Compruebe el enlace: puede que le falte una parte. También es posible que el mensaje sea demasiado antiguo.',
    },
    unsubscribed: {
      heading: 'Ya no recibe novedades',
      detail:
        'No recibirá más novedades de las subastas de este vendedor. Los mensajes sobre su dinero siguen llegando. Sus pujas no cambian.',
    },
    newsAgain: { heading: 'Vuelve a recibir novedades', detail: 'Recibe de nuevo las novedades de sus subastas.' },
    emailConfirmed: {
      heading: 'La dirección está confirmada',
      detail: 'Los mensajes sobre sus ventas llegan allí desde ahora. Puede cerrar esta página.',
    },
    noSuchPage: {
      heading: 'Esta página no existe',
      detail: 'Compruebe el enlace: puede que falte una parte.',
    },
    front: {
      heading: 'Cada subasta tiene su propia dirección',
      detail: 'Para pujar, abra el enlace que le ha dado el vendedor. Aquí no se muestran las subastas.',
    },
  },
  aboutService: 'Acerca de este servicio',

  confirmEmail: {
    heading: '¿Confirmar esta dirección?',
    detail: (address) =>
      html`Los mensajes del vendedor llegarán entonces a ${address}: cada venta, cobro fallido y disputa.`,
    button: 'Confirmar la dirección',
  },

  unsubscribe: {
    heading: '¿Dejar de recibir novedades de este vendedor?',
    detail:
      'No recibirá más novedades de las subastas de este vendedor, como que alguien ha pujado más. Los mensajes sobre su dinero siguen llegando. Sus pujas no cambian.',
    button: 'Dejar de recibir novedades',
  },

  news: {
    waiting: {
      says: (address) =>
        html`Los mensajes sobre su dinero se envían a ${address}. Las novedades de la subasta, como que alguien ha pujado más, llegan cuando las pida.`,
      button: 'Quiero recibir novedades',
    },
    sent: {
      says: (address) => html`Los mensajes sobre su dinero y las novedades de la subasta se envían a ${address}.`,
      button: null,
    },
    ended: {
      says: (address) =>
        html`Ha dejado de recibir novedades en ${address}. Los mensajes sobre su dinero siguen llegando allí.`,
      button: 'Quiero recibir novedades de nuevo',
    },
    unreachable: {
      says: (address) => html`Los mensajes a ${address} han sido devueltos, así que por ahora no se envía nada allí.`,
      button: 'Probar de nuevo esta dirección',
    },
    again: 'Quiero recibir novedades de nuevo',
  },

  /** The messages of a test seller. */
  inbox: {
    heading: 'Mensajes del modo de prueba',
    detail: 'Los mensajes que se enviarían a sus postores y a usted. Ninguno sale de esta página.',
    none: 'Todavía nada. Los mensajes sobre una puja aparecen aquí en segundos.',
    text: 'Texto',
  },

  /** The page of a seller's open lots. */
  lots: {
    heading: (seller) => html`Subastas de ${seller}`,
    none: 'En este momento no hay ninguna subasta abierta.',
    earlier: 'Anteriores',
    later: 'Siguientes',
    more: 'Más de este vendedor',
  },

  tooMany: {
    heading: 'Demasiados intentos',
    wait: (duration) =>
      html`Espere ${duration} y vuelva a intentarlo. Este intento no ha retenido nada en su tarjeta; las pujas que ya ha hecho siguen como están.`,
    why: 'Su navegador o su red ha enviado más de lo que necesita una persona.',
    again: 'Volver a intentarlo',
  },

  auction: {
    bidShort: 'Pujar',
    soldBy: (seller) => html`Vendido por ${seller}`,
    toShop: 'Ir a la tienda',
    bid: 'Hacer una puja',
    withoutScript: 'Sin JavaScript, esta página se queda como se cargó: vuelva a cargarla para ver las últimas pujas.',
  },

  figures: {
    soldFor: 'Vendido por',
    highestBid: 'Puja más alta',
    leadingBid: 'Puja más alta',
    none: 'Ninguna',
    noneYet: 'Aún ninguna',
    bids: 'Pujas',
    minimum: 'Puja mínima',
    opensIn: 'Empieza en',
    endsIn: 'Termina en',
    ended: 'Terminada',
    cancelled: 'Cancelada',
    utc: (time) => `${time} UTC`,
  },

  calendar: {
    add: 'Añadir el final a un calendario',
    ends: (title) => `Final de la subasta: ${title}`,
  },

  chart: {
    heading: (count, shown) => (count === 1 ? html`Una puja` : html`${shown} pujas`),
    bidder: (number) => `Postor ${number}`,
    you: 'Usted',
    more: 'Como gráfico',
    every: 'Todas las pujas',
    latest: (count, all) => `Las últimas ${count} de ${all} pujas`,
    summary: (first, last, highest) => `De ${first} a ${last}; la más alta, ${highest}.`,
  },

  form: {
    you: (bidder) => html`Puja como ${bidder}.`,
    amount: 'Su puja en dólares estadounidenses',
    atLeast: (minimum) => html`Como mínimo ${minimum}.`,
    atLeastOrLead: (minimum, leading) => html`Como mínimo ${minimum}; con más de ${leading} pasa a ir en cabeza.`,
    email: 'Correo electrónico',
    emailIsName: 'El vendedor le reconoce por él; los demás postores nunca lo ven.',
    emailForReceipt: 'Para su recibo; los demás postores nunca lo ven.',
    messagesSent: 'Allí se envían los mensajes sobre su dinero, y las novedades cuando las pida en uno de ellos.',
    noMessages: 'No se le envían mensajes.',
    messagesInTest: 'Modo de prueba: los mensajes van a la página de mensajes del vendedor y a ningún otro sitio.',
    checking: 'Comprobando…',
    toCard: 'Continuar a la tarjeta',
    faults: (count) =>
      plural(count, {
        one: 'Hay un dato que corregir',
        many: `Hay ${count} datos que corregir`,
        other: `Hay ${count} datos que corregir`,
      }),
    nothingHeld: 'No hay nada retenido por esta puja.',
    error: 'Error: ',
  },

  faults: {
    noAmount: (example) => `Introduzca su puja en dólares estadounidenses, por ejemplo ${example}.`,
    otherCurrency: (example) =>
      `Las pujas son en dólares estadounidenses. Escriba el importe en cifras, por ejemplo ${example}.`,
    notPositive: (zero) => `Una puja debe ser superior a ${zero}.`,
    threeDigitsOfCents: 'Una puja tiene como máximo dos decimales.',
    unclear: (dollars, withCents) =>
      `¿Quiere decir ${dollars} dólares? Entonces escriba ${dollars}. Para dólares y centavos, escriba dos decimales, por ejemplo ${withCents}.`,
    notDigits: (example) => `Escriba la puja en cifras, por ejemplo ${example} o 1250.`,
    tooLarge: 'Este importe es demasiado alto.',
    belowMinimum: (minimum) => `La puja más baja que admite esta subasta es ${minimum}.`,
    belowOwnBid: (value) => `Ya ha pujado ${value}. Puje más para subir.`,
    aboveMaximum: (maximum) => `La puja más alta que se puede retener es ${maximum}.`,
    email: 'Introduzca su dirección de correo electrónico, por ejemplo nombre@example.com.',
  },

  card: {
    yourBid: (value) => html`Su puja: ${value}`,
    isRight: (value) => html`¿Es correcto ${value}?`,
    nothingHeldYet: 'Todavía no hay nada retenido por esta puja.',
    legend: 'Tarjeta',
    asking: 'Consultando a su banco…',
    place: (value) => `Hacer una puja vinculante de ${value}`,
    change: 'Cambiar la puja',
    youLead: 'Ya va en cabeza.',
    youRaise: 'Con esta sube su puja anterior.',
    raise: (who, held, value) =>
      html`<b>${who}</b> Retenido ahora en su tarjeta: ${held}. En cuanto se registre esta puja: ${value}. La retención anterior se libera entonces; su banco puede mostrar ambas por un momento.`,
    highOverLeading: (leading) =>
      html`<b>Esta puja es muy alta:</b> al menos diez veces la puja más alta, de ${leading}. Si gana, paga todo el importe.`,
    highOverMinimum: (minimum) =>
      html`<b>Esta puja es muy alta:</b> al menos diez veces la puja mínima, de ${minimum}. Si gana, paga todo el importe.`,
    willNotLead: (why) =>
      html`<b>Con esta puja no irá en cabeza:</b> ${why}. Sería una reserva: vinculante y retenida como cualquier otra, y solo gana si no se puede cobrar ninguna de las pujas anteriores a ella.`,
    earlierIsEqual: (leading) => html`es igual a la puja en cabeza, de ${leading}, que se hizo antes`,
    leadingIsHigher: (leading) => html`la puja más alta es de ${leading}`,
    addressIsRight: (typed, meant) =>
      html`<b>¿Es correcta esta dirección?</b> Ha escrito ${typed}; quizá quería decir ${meant}. Para corregirla, cambie la puja.`,
  },

  terms: {
    gist: html`Su banco <b>retiene</b> el importe; solo se cobra a quien gana. Una puja es vinculante.`,
    more: 'Qué efecto tiene una puja en su tarjeta',
    list: (end) => [
      html`Una retención no es un cobro: el dinero sigue siendo suyo, pero mientras tanto no puede gastarlo.`,
      html`Cada puja es <b>vinculante y sigue retenida hasta que termine la subasta</b>, el ${end}, salvo que la suba. No se puede retirar, tampoco cuando alguien la supere.`,
      html`Para subir, puje otra vez: en cuanto se registre la puja más alta, <b>se libera la retención de la anterior</b>.`,
      html`Tras el final solo se cobra la puja ganadora: la más alta o, si no se puede cobrar, la siguiente. Todas las demás retenciones se liberan enseguida; los bancos pueden tardar unos días en mostrarlo.`,
    ],
  },

  phaseLabels: {
    upcoming: 'Aún no abierta',
    open: 'Abierta a pujas',
    closing: 'Terminada, a la espera del resultado',
    sold: 'Vendido',
    unsold: 'Terminada sin venta',
    cancelled: 'Cancelada',
  },

  phases: {
    upcoming: {
      heading: 'La subasta no ha empezado',
      detail: (start) => html`Empieza el ${start}. A partir de entonces podrá pujar aquí.`,
    },
    closing: {
      heading: 'La subasta ha terminado',
      withoutBids: 'Ya no se admiten pujas. El resultado se mostrará aquí.',
      charging: html`Ya no se admiten pujas. Ahora se está cobrando la puja más alta; si no es posible, la siguiente. El resultado se mostrará aquí.`,
    },
    over: 'Esta subasta ha terminado',
    sold: 'El artículo se ha vendido.',
    soldFor: (value) => html`El artículo se ha vendido por ${value}.`,
    unsold: 'Ha terminado sin venta. El servicio no ha cobrado nada a nadie.',
    cancelled: {
      heading: 'Esta subasta se ha cancelado',
      detail: 'El vendedor la ha cancelado. El servicio no ha cobrado nada a nadie.',
    },
  },

  obstacles: {
    heading: 'No se puede pujar con este enlace',
    askForLink: (reason) => html`${reason} Pida al vendedor un enlace correcto.`,
    misspelt: (name, meant) => html`Contiene el parámetro «${name}». El parámetro se llama «${meant}».`,
    bidderTwice: 'Nombra dos veces a un postor.',
    unfilledBidder: 'El postor no se rellenó cuando se creó el enlace.',
    faultyBidder: 'El postor que nombra debe tener de 1 a 200 caracteres imprimibles.',
    signatureTwice: 'Tiene dos firmas.',
    signatureAlone: 'Tiene una firma y no nombra a ningún postor.',
    wrongSignature:
      'Su firma no es válida: puede que falte una parte del enlace o que sea demasiado antiguo. Pida al vendedor un enlace nuevo.',
    missingSignature: {
      heading: 'Para pujar necesita un enlace del vendedor',
      detail: 'Abra el enlace personal que le ha enviado el vendedor, o pídale uno. Cualquiera puede mirar.',
    },
    sellerNotPaid: {
      heading: 'Esta subasta no admite pujas en este momento',
      detail:
        'El vendedor no puede recibir pagos ahora, por eso no se pide ninguna tarjeta. Las pujas registradas siguen como están. Vuelva más tarde.',
    },
    noProvider: {
      heading: 'Esta subasta todavía no admite pujas',
      detail: 'El vendedor no tiene un proveedor de pagos que pueda retener dinero. Vuelva más tarde.',
    },
    embedded: {
      heading: 'Puje en la página de la subasta',
      detail: 'Se abre en otra pestaña. Allí su navegador muestra de quién es la página, y solo usted ve sus pujas.',
      bidThere: 'Abrir la subasta',
    },
    followed: {
      heading: 'Está siguiendo estas pujas',
      here: 'Este enlace privado muestra en cualquier dispositivo cómo van. Para volver a pujar, vaya a la página de la subasta: este navegador sigue allí como el mismo postor.',
      onThisDevice:
        'Este enlace privado muestra en cualquier dispositivo cómo van. También puede pujar en este dispositivo: las retenciones de estas pujas se quedan entonces como están.',
      bidHere: 'Pujar en este dispositivo',
    },
  },

  refusals: {
    notPlaced: 'Su puja no se ha registrado',
    auctionRefused: 'La puja no se ha registrado',
    nothingHeld: (reason) => `${reason} No hay nada retenido por esta puja.`,
    late: (bid, reason) =>
      `${bid === null ? 'Su puja' : `Su puja de ${bid}`} ${lateReasons[reason]}. No se ha registrado, y no hay nada retenido por ella.`,
    noCookie: {
      heading: 'Su navegador no guarda nuestra cookie',
      detail:
        'Permita las cookies de este sitio y envíe de nuevo el formulario: solo mediante la cookie se puede mostrar su puja a su navegador, y a nadie más. No hay nada retenido por esta puja.',
    },
  },

  ...bids,

  own: {
    heading: 'Sus pujas',
    onlyHere: 'Solo las muestra este navegador.',
    bySignedLink: 'Su enlace personal las muestra en cualquier dispositivo.',
    byLink: 'Las ve cualquiera que tenga este enlace.',
    held: (sum) => html`Retenido por ellas ahora: ${sum} en total.`,
    heldFor: (bidder, sum) => html`Retenido por ${bidder} ahora: ${sum} en total.`,
    follow: 'Seguir estas pujas en cualquier dispositivo',
    copy: 'Copiar el enlace privado',
    code: 'Seguir en el teléfono: mostrar un código QR',
    notify: 'Avisarme cuando superen mi puja',
    toBank: 'Continuar a su banco',
    checkAgain: 'Comprobar de nuevo',
    giveUp: 'Renunciar a esta puja',
  },

  stateLabels: {
    leading: 'En cabeza',
    raised: 'Subida',
    voided: 'Anulada',
    tied: 'Igual, pero posterior',
    outbid: 'Superada, sigue siendo vinculante',
    won: 'Ganada',
    charging: 'Cobro en curso',
    not_charged: 'No cobrada',
    charged_outside: 'Cobrada fuera de la subasta',
    closed: 'Pago cerrado',
    releasing: 'Liberación en curso',
    released: 'Liberada',
    lapsed: 'Retención caducada',
    challenged: 'A la espera de usted',
    checking: 'A la espera de su banco',
    undoing: 'No registrada',
    not_placed: 'No registrada',
  },

  outcomes: {
    leading: (value) => `Su puja de ${value} va en cabeza`,
    raised: (value) => `Ha subido su puja de ${value}`,
    voided: (value) => `Su puja de ${value} se ha anulado`,
    tied: (value) => `Su puja de ${value} se ha registrado, pero otra igual llegó antes`,
    outbid: (value) => `Su puja de ${value} no va en cabeza`,
    won: (value) => `Ha ganado con ${value}`,
    charging: (value) => `Se está cobrando su puja de ${value}`,
    not_charged: (value) => `No se ha podido cobrar su puja de ${value}`,
    charged_outside: (value) => `Se ha hecho un cobro por su puja de ${value} fuera de la subasta`,
    closed: (value) => `El pago de su puja de ${value} está cerrado`,
    releasing: (value) => `Se está liberando la retención de ${value}`,
    released: (value) => `Se ha liberado la retención de ${value}`,
    lapsed: (value) => `La retención de ${value} ha caducado`,
    challenged: (value) => `Su puja de ${value} todavía no se ha registrado`,
    checking: (value) => `Seguimos comprobando su puja de ${value}`,
    undoing: (value) => `Su puja de ${value} no se ha registrado`,
    not_placed: (value) => `Su puja de ${value} no se ha registrado`,
  },
  sentBefore:
    'Ya había enviado este formulario, por lo que cuenta una sola vez. Para pujar otro importe, use el formulario de esta página.',
  noSuchBidHere: {
    heading: 'Este navegador no tiene esa puja',
    detail:
      'Sus pujas solo se muestran en el navegador con el que las hizo, y solo mientras conserve la cookie de este sitio.',
  },

  status: {
    challenged: {
      label: 'A la espera de usted',
      detail: (value) => `Su banco le pide que confirme su puja de ${value}.`,
    },
    checking: {
      label: 'A la espera de su banco',
      detail: (value) => `Se está comprobando su puja de ${value}. No hace falta que vuelva a pujar.`,
    },
    also: (detail, label, more) => `${detail} ${label}. ${more}`,
    held: (sum) => `Retenido en su tarjeta: ${sum} en total.`,
    leading: 'Va en cabeza',
    tied: { label: 'Igual, pero posterior', detail: (held) => `La puja en cabeza se hizo antes. ${held}` },
    outbidBy: (difference) => `Superada por ${difference}`,
    highest: { label: 'Puja más alta', detail: (held) => `A continuación se hará el cobro. ${held}` },
    notHighest: {
      label: 'No es la más alta',
      detail: (held) => `Su puja es una reserva hasta que se conozca el resultado. ${held}`,
    },
    won: { label: 'Ganada', detail: (value) => `Se han cobrado ${value} en su tarjeta.` },
    notCharged: { label: 'No ganada', detail: 'No se ha podido hacer el cobro en su tarjeta.' },
    lost: { label: 'No ganada', detail: 'Ha ganado otra puja. No se le ha cobrado nada.' },
    unsold: { label: 'No vendido', detail: 'No ha ganado nadie. No se le ha cobrado nada.' },
    cancelled: { label: 'Cancelada', detail: 'El vendedor ha cancelado la subasta. No se le ha cobrado nada.' },
  },

  after: {
    won: 'Ha ganado',
    charged: (value) => html`Se han cobrado ${value} en su tarjeta.`,
    next: 'Qué ocurre ahora',
    noContact: (seller) =>
      html`${seller} no ha dejado aquí ningún contacto: responda al mensaje o a la página que le trajo a esta subasta.`,
    reach: (seller) => html`Contactar con ${seller}`,
    reference: (reference) => html`Para preguntar por esta puja, indique la referencia ${reference}`,
    winnersReference: (reference) =>
      html`Para recoger el artículo o preguntar por él, indique su referencia ${reference}. Solo usted y el vendedor la conocen.`,
  },

  delivery: {
    address: '¿Adónde se envía?',
    contact: '¿Cómo se le puede contactar?',
    ask: (seller) => html`${seller} necesita estos datos; nadie más los recibe.`,
    given: (seller) => html`${seller} tiene estos datos.`,
    fields: { name: 'Nombre', address: 'Dirección', telephone: 'Teléfono' },
    addressHint: 'Calle, código postal, población y país, como en un paquete.',
    send: 'Enviar al vendedor',
    sending: 'Enviando …',
    change: 'Cambiar',
    notSent: 'No se ha enviado nada al vendedor.',
    faults: {
      name: 'Escriba su nombre, de 200 caracteres como máximo.',
      address: 'Escriba su dirección con el país, de 500 caracteres como máximo.',
      telephone: 'Escriba su número de teléfono, por ejemplo +34 910 123 456.',
    },
  },

  item: {
    heading: 'Sobre este artículo',
    contact: 'Contacto',
    terms: 'Condiciones de venta',
    returnAddress: 'Dirección para devoluciones',
    imprint: 'Aviso legal',
    privacy: 'Privacidad',
    shipping: 'Envío',
    pictureOf: (number, count) => `Imagen ${number} de ${count}`,
  },

  testCards: { heading: 'Tarjetas de prueba', number: 'Número', does: 'Qué hace' },

  preview: {
    soldFor: (value) => `Vendido por ${value}`,
    noBids: 'Aún sin pujas',
    leading: (value) => `Puja más alta ${value}`,
    bids: (count) => plural(count, { one: `${count} puja`, many: `${count} pujas`, other: `${count} pujas` }),
    ends: (time) => `Termina ${time}`,
    ended: (time) => `Terminada ${time}`,
  },

  browser: {
    waitingForConnection: 'Esperando la conexión …',
    stop: 'Dejar de intentarlo',
    stopped:
      'Detenido. Su formulario se conserva. Si ya había llegado, esta página muestra su puja; si lo envía otra vez, cuenta una sola vez.',
    keptAndSent: 'No hay conexión. Su formulario se conserva y se vuelve a enviar solo.',
    kept: 'No hay conexión. Su formulario se conserva: envíelo de nuevo cuando vuelva a tener conexión. Cuenta una sola vez.',
    tooMany: 'Demasiados intentos. Espere un minuto y vuelva a intentarlo.',
    fiveMinutes: 'Quedan 5 minutos.',
    lastMinute: 'Último minuto.',
    tenSeconds: 'Quedan 10 segundos.',
    stale: 'Sin conexión. El precio y el tiempo son de las {time}; seguimos intentándolo.',
    notSent: '{phase}. Este formulario no se ha enviado, y no hay nada retenido por él en su tarjeta.',
    turned: '{phase}.',
    outbidBy: 'Superada por {difference}',
    outbid: 'Su puja ha sido superada. La puja más alta es ahora de {amount}.',
    copied: 'Copiado',
    notCopied: 'No se ha copiado: abra el enlace y copie su dirección',
    days: { one: '{n} día', many: '{n} de días', other: '{n} días' },
    hours: '{n} h',
    minutes: '{n} min',
    seconds: '{n} s',
  },
};

const lateReasons = {
  ended: 'llegó después del final',
  cancelled: 'llegó después de que el vendedor cancelara la subasta',
  notOpen: 'llegó antes del comienzo',
};
