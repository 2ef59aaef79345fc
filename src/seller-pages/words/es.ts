import { html } from 'hono/html';
import { plurals } from '../../page/words/plurals.ts';
import type { SellerWords } from './en.ts';

const plural = plurals<'one' | 'many' | 'other'>('es');

export const es: SellerWords = {
  skip: 'Ir al contenido',
  places: {
    auctions: 'Subastas',
    list: 'Publicar un artículo',
    profile: 'Perfil',
    test: 'Modo de prueba',
  },
  navigation: 'Sus páginas',
  signOut: 'Cerrar sesión',
  document: {
    page: 'El documento GraphQL de esta página',
    explain: 'Un programa obtiene lo mismo de /graphql con su clave:',
    form: 'El documento de su formulario',
  },
  forms: {
    faults: (count) => {
      const several = `Hay que cambiar ${count} cosas`;
      return plural(count, { one: 'Hay que cambiar una cosa', many: several, other: several });
    },
    error: 'Error: ',
    optional: 'opcional',
  },
  missingScope: (scope) =>
    `Su clave no puede hacer esto: le falta el permiso «${scope}». Inicie sesión con otra clave o emita una que lo tenga.`,
  missingPart: (scope) =>
    `Una parte de esta página está vacía porque a su clave le falta el permiso «${scope}». Inicie sesión con otra clave o emita una que lo tenga.`,

  signIn: {
    title: 'Iniciar sesión',
    heading: 'Inicie sesión en sus subastas',
    key: 'Su clave secreta',
    button: 'Iniciar sesión',
    hint: 'Una palabra que empieza por auc_live_ o auc_test_. Se la ha dado el operador del servicio. Este navegador mantiene la sesión 30 minutos sin uso, y 8 horas como máximo.',
    ended: {
      heading: 'Su sesión ha terminado',
      detail:
        'Ha estado fuera demasiado tiempo, o su clave ya no es válida. Inicie sesión de nuevo: se conserva lo que ha escrito.',
    },
    again: 'Ha iniciado sesión de nuevo. No se ha perdido nada: envíe el formulario otra vez.',
    faults: {
      tooMany: 'Demasiados intentos desde su dirección. Vuelva a intentarlo en unos minutos.',
      missing: 'Pegue su clave: una palabra que empieza por auc_live_ o auc_test_.',
      invalid: 'Esta clave es desconocida, está mal escrita, revocada o caducada.',
      suspended: 'El vendedor de esta clave está suspendido. Pregunte al operador del servicio.',
      public: 'Esta es una clave pública: cualquiera puede verla, así que no inicia ninguna sesión. Pegue una secreta.',
      admin: 'Esta clave es de un operador. Los operadores inician sesión en /admin.',
    },
  },

  messages: {
    notFound: { heading: 'Esta página no existe', detail: 'No tiene nada en esta dirección.' },
    foreignForm: {
      heading: 'Este formulario vino de otro sitio',
      detail: 'Abra usted mismo sus páginas. No se ha cambiado nada.',
    },
    tooLarge: {
      heading: 'Esto es demasiado de una vez',
      detail: 'Un formulario admite 32 MB en total, y una imagen 10 MB. Vuelva atrás y envíe menos imágenes a la vez.',
    },
    unreadable: { heading: 'No se puede leer este formulario', detail: 'Vuelva atrás y envíe el formulario otra vez.' },
    outage: {
      heading: 'No podemos responder en este momento',
      detail:
        'Vuelva a intentarlo en un momento. Si acaba de enviar un formulario, mire primero si ya está hecho: cuenta una sola vez.',
    },
    bug: {
      heading: 'Algo ha fallado por nuestra parte',
      detail: 'Vuelva a intentarlo en un momento. Si acaba de enviar un formulario, mire primero si ya está hecho.',
    },
    home: 'A sus subastas',
  },

  done: {
    listed: 'Su artículo está publicado. Comparta su página: quien tenga la dirección puede pujar.',
    changed: 'Sus cambios se han guardado.',
    described: 'La página del artículo ha cambiado.',
    cancelled: 'La subasta está cancelada. Se están liberando todas las retenciones.',
    profile: 'Su perfil se ha guardado. Lo muestran las páginas de todas sus subastas.',
    advanced: 'El reloj de prueba ha avanzado, y ha ocurrido todo lo que tocaba.',
    reset: 'El vendedor de prueba está como el primer día.',
  },

  auctions: {
    heading: 'Sus subastas',
    search: 'Buscar en los títulos',
    show: 'Mostrar',
    all: 'Todas',
    statuses: { upcoming: 'Por empezar', ongoing: 'Abiertas', completed: 'Terminadas' },
    order: 'Orden',
    orders: {
      NEWEST_FIRST: 'Las más nuevas primero',
      OLDEST_FIRST: 'Las más antiguas primero',
      ENDING_FIRST: 'Las que terminan antes',
      ENDING_LAST: 'Las que terminan después',
      HIGHEST_BID_FIRST: 'La puja más alta primero',
      LOWEST_BID_FIRST: 'La puja más baja primero',
    },
    find: 'Buscar',
    count: (count) => {
      const several = `${count} subastas`;
      return plural(count, { one: 'Una subasta', many: several, other: several });
    },
    none: 'Ninguna subasta coincide.',
    noneYet: 'Todavía no tiene ninguna subasta.',
    listFirst: 'Publicar el primer artículo',
    earlier: 'Anteriores',
    later: 'Siguientes',
    bids: (count) => {
      const several = `${count} pujas`;
      return plural(count, { one: '1 puja', many: several, other: several });
    },
    ended: 'Terminó',
  },

  item: {
    listHeading: 'Publicar un artículo',
    changeHeading: 'Cambiar la subasta',
    whatHeading: 'El artículo',
    whenHeading: 'Cuándo',
    pageHeading: 'En la página de la subasta',
    title: 'Título',
    titleHint: 'De 3 a 150 caracteres.',
    reference: 'Su propia referencia',
    referenceHint: 'Por ejemplo, un número de inventario. Los postores no la ven.',
    minimum: 'Puja mínima en dólares estadounidenses',
    minimumHint: 'Vacío o 0 admite cualquier puja.',
    zone: 'Zona horaria',
    starts: 'Inicio',
    startsHint: (now) => html`Al menos un minuto a partir de ahora; es ${now}.`,
    ends: 'Fin',
    endsHint: 'De una hora a siete días después del inicio.',
    locked: 'La subasta está abierta: sus horas quedan como están.',
    description: 'Descripción',
    descriptionHint:
      '¿Qué es, en qué estado está, qué incluye? Deje una línea vacía entre párrafos. Como máximo 5.000 caracteres.',
    afterWinning: 'Qué ocurre después de ganar',
    afterWinningHint: 'Solo lo lee el ganador: cómo se entrega el artículo, y cuándo.',
    pictures: 'Imágenes',
    addPictures: 'Añadir imágenes',
    addPicturesHint:
      'JPEG, PNG o WebP, de 10 MB como máximo cada una y diez en total. La primera es la más grande de la página.',
    picture: (number) => `Imagen ${number}`,
    alternativeText: 'Qué muestra, para quienes no la ven',
    place: 'Lugar',
    remove: 'Quitar esta imagen',
    list: 'Publicar el artículo',
    save: 'Guardar',
    savePage: 'Guardar la página',
    back: 'Volver a la subasta',
  },

  auction: {
    share: 'La página para compartir',
    open: 'Abrir la página',
    change: 'Cambiar',
    cancel: 'Cancelar la subasta',
    starts: 'Inicio',
    ends: 'Fin',
    held: 'Retenido en tarjetas',
    reference: 'Su referencia',
    description: 'Descripción',
    noDescription: 'La página todavía no muestra ninguna descripción ni imagen.',
    winner: 'Quién ha ganado',
    wonWith: (bidder, value) => html`${bidder} ha ganado con ${value}.`,
    paid: (value) => html`Se cobraron ${value} a la tarjeta.`,
    bidReference: (bid) => html`La puja tiene la referencia ${bid}; el ganador ve la misma.`,
    unsold: 'Nadie ha ganado: no hubo ninguna puja, o no se pudo cobrar a ninguna tarjeta. No se ha cobrado a nadie.',
    wasCancelled: 'La subasta se canceló. No se ha cobrado a nadie.',
    bids: 'Pujas',
    noBids: 'Todavía no hay ninguna puja.',
    highest: (shown, all) => `Las ${shown} más altas de ${all} pujas`,
    bidder: 'Postor',
    amount: 'Importe',
    placed: 'Hecha',
    won: 'Ganadora',
    money: 'Dinero',
    balance: {
      heldInCents: 'Retenido ahora',
      capturedInCents: 'Cobrado',
      releasedInCents: 'Liberado',
      refundedInCents: 'Devuelto',
      disputedInCents: 'Reclamado',
      applicationFeeInCents: 'Comisión del servicio',
      keptInCents: 'Para usted',
    },
    ledger: 'Cada movimiento de dinero',
    noLedger: 'Todavía no se ha movido dinero.',
    movement: 'Qué',
    when: 'Cuándo',
    kinds: {
      authorized: 'Retenido',
      captured: 'Cobrado',
      application_fee: 'Comisión del servicio',
      released: 'Liberado',
      expired: 'Retención vencida',
      failed: 'No retenido',
      refunded: 'Devuelto',
      refund_failed: 'Devolución fallida',
      disputed: 'Reclamado',
      dispute_won: 'Reclamación ganada',
    },
    test: {
      heading: 'Modo de prueba: dejar pasar el tiempo',
      hint: 'Sus subastas siguen su reloj de prueba. Abra la página de la subasta para pujar con una tarjeta de prueba.',
      toStart: 'Hacer que empiece',
      toEnd: 'Hacer que termine',
    },
  },

  cancel: {
    heading: (title) => html`¿Cancelar ${title}?`,
    title: '¿Cancelar la subasta?',
    forever: 'No se puede deshacer, y la subasta no se puede volver a abrir.',
    noBid: 'Nadie ha pujado, así que no hay dinero retenido.',
    holds: (bids, value) =>
      html`Hay ${bids}. Ahora hay ${value} retenidos en tarjetas: se libera todo, y no se cobra a nadie. Los bancos pueden tardar unos días en mostrarlo.`,
    unread: 'Se liberan todas las retenciones en tarjetas, y no se cobra a nadie.',
    notTold: 'La página dice que usted ha cancelado. Los postores no reciben ningún mensaje sobre ello.',
    button: 'Cancelar la subasta',
    keep: 'No cancelarla',
    over: 'La subasta ha terminado: ya no se puede cancelar.',
  },

  profile: {
    heading: 'Su perfil',
    intro: 'Los postores lo ven en las páginas de todas sus subastas.',
    whoHeading: 'Quién es usted',
    displayName: 'Su nombre para los postores',
    displayNameHint: 'Vacío: el nombre de su cuenta.',
    contact: 'Contacto',
    contactHint: 'Cómo puede localizarle un postor.',
    email: 'Correo para los mensajes que recibe usted',
    emailHint: 'Sobre sus ventas, y lo que requiere su atención. Los postores nunca lo ven.',
    shopUrl: 'Su tienda',
    shopUrlHint: 'Una dirección que empieza por https://.',
    looksHeading: 'Cómo se ven sus páginas',
    ownColor: 'Usar un color propio',
    color: 'Color de botones y enlaces',
    colorHint: 'Lo bastante oscuro para leerse sobre blanco; la página oscura recibe un tono más claro.',
    language: 'Idioma para los postores que no eligen ninguno',
    noLanguage: 'Inglés, si el navegador no pide otro',
    logo: 'Logotipo',
    logoHint: 'JPEG, PNG o WebP, de 10 MB como máximo.',
    removeLogo: 'Quitar el logotipo',
    termsHeading: 'Sus condiciones',
    termsHint:
      'Cada una de 2.000 caracteres como máximo. Antes de pujar se remite a los postores a las que estén rellenadas.',
    terms: 'Condiciones de venta',
    shipping: 'Envío',
    returnAddress: 'Dirección para devoluciones',
    imprint: 'Aviso legal',
    privacy: 'Privacidad',
    lotsHeading: 'Una página de sus subastas abiertas',
    lots: {
      HIDDEN: 'No hay ninguna',
      SHARED: 'Para quienes tengan su dirección',
      INDEXED: 'También para los buscadores',
    },
    lotsLink: 'Abrir la página de sus subastas',
    save: 'Guardar el perfil',
  },

  test: {
    heading: 'Modo de prueba',
    live: 'Usted es un vendedor real: el tiempo y las tarjetas son reales. Esta página es para vendedores de prueba.',
    intro:
      'Aquí no hay dinero real. Sus subastas empiezan y terminan según su reloj de prueba, que avanza cuando usted lo dice.',
    now: 'Su reloj de prueba',
    advance: 'Dejar pasar el tiempo',
    steps: { 120: 'Dos minutos', 3600: 'Una hora', 86400: 'Un día', 604800: 'Siete días' },
    advanceHint: 'Todo lo que toca hasta entonces ocurre de inmediato y en orden. El reloj no retrocede.',
    cards: 'Tarjetas de prueba',
    number: 'Número',
    does: 'Qué hace',
    inbox: 'Mensajes a sus postores y a usted',
    inboxHint: 'En el modo de prueba no se envía ningún mensaje: todos están en una página.',
    openInbox: 'Abrir los mensajes',
    reset: 'Empezar de nuevo',
    resetHint:
      'Borra todas sus subastas de prueba con sus pujas y pagos, y retrasa el reloj. Su perfil y sus claves se conservan.',
    confirm: 'Sí, borrar todas mis subastas de prueba',
    resetButton: 'Empezar de nuevo',
  },

  faults: {
    required: 'Rellene esto.',
    null_not_allowed: 'Rellene esto.',
    too_short: 'Es demasiado corto.',
    too_long: 'Es demasiado largo.',
    too_small: 'Es demasiado poco.',
    too_large: 'Es demasiado.',
    blank: 'Rellene esto: no contiene nada visible.',
    control_character: 'Contiene caracteres que no se pueden mostrar. Escríbalo de nuevo.',
    start_too_soon: 'Es demasiado pronto: el inicio debe estar al menos un minuto después de la hora actual.',
    end_not_after_start: 'El fin debe ser posterior al inicio.',
    duration_too_short: 'El fin debe ser al menos una hora después del inicio.',
    duration_too_long: 'El fin debe ser como máximo siete días después del inicio.',
    field_locked: 'Esto ya no se puede cambiar.',
  },
  ownFaults: {
    noTime: 'Elija un día y una hora.',
    noSuchTime: 'En ese momento cambia la hora: esta hora no existe en esta zona. Elija otra.',
    zone: 'Elija una zona horaria de la lista.',
    picture: (name) =>
      `«${name}» no es una imagen que la página pueda mostrar: JPEG, PNG o WebP, de 10 MB como máximo.`,
    tooManyPictures: 'Una subasta muestra diez imágenes como máximo.',
    confirm: 'Marque esto primero.',
    color: 'Elija un color más oscuro: este es demasiado claro para leerse.',
    email: 'Escriba una dirección de correo, como sales@example.com.',
    url: 'Escriba una dirección que empiece por https://.',
  },
  refusals: {
    auction_completed: 'La subasta ha terminado: ya no se puede cambiar ni cancelar.',
    auction_settling:
      'Se está cobrando un pago de esta subasta en este momento, así que no se puede cancelar. Vuelva a mirar en un minuto.',
    reference_exists: 'Otra de sus subastas tiene esta referencia.',
    field_locked: 'Mientras una subasta está abierta, solo se pueden cambiar su título y su mínimo.',
    idempotency_key_in_use: 'Este formulario ya se está procesando. Vuelva a mirar en un momento.',
    idempotency_key_reused:
      'Ya envió este formulario, con otro contenido, y ese contó. Envíelo otra vez si quiere un segundo.',
    picture_limit: 'Tiene tantas imágenes como puede tener un vendedor. Quite algunas de subastas antiguas.',
    payments_unavailable:
      'Todavía no puede publicar artículos: no hay ningún proveedor de pagos conectado. Pregunte al operador del servicio.',
    test_mode_only: 'Esto es solo para vendedores de prueba: donde el dinero es real, también lo es el tiempo.',
    rate_limited: 'Demasiadas solicitudes. Espere un minuto y vuelva a intentarlo.',
    unavailable: 'El servicio no puede responder en este momento. Vuelva a intentarlo en un momento.',
    internal_error: 'Algo ha fallado por nuestra parte. Vuelva a intentarlo en un momento.',
  },
};
