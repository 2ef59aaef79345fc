import { html } from 'hono/html';
import type { Language } from '../../core/languages.ts';
import type { Html } from '../provider-page.ts';
import { testCards } from './test-cards.ts';

const en = {
  anyExpiry: 'Any expiry in the future, any security code of the right length.',
  hint: (number: Html) => html`A test card, such as ${number}.`,
  allTestCards: 'All test cards',
  fields: { cardNumber: 'Card number', cardExpiry: 'Expiry (MM/YY)', cardCvc: 'Security code' },
  faults: {
    noNumber: 'Enter a card number.',
    numberLength: 'A card number has 12 to 19 digits.',
    wrongDigit: 'This is not a card number: a digit is wrong.',
    testCardsOnly: 'This auction takes test cards only. Use one of the numbers listed here, never a real card.',
    expiryForm: 'Enter the expiry as MM/YY.',
    expired: 'The card has expired.',
    cvc: (digits: number) => `The security code of this card has ${digits} digits.`,
  },
  bank: {
    title: 'Simulated bank',
    heading: 'Confirm the hold',
    detail:
      'This page plays the part of your bank, so that you can try a card that asks for confirmation (3-D Secure). No real bank is involved.',
    toBeHeld: 'To be held',
    card: 'Card',
    ending: (brand: Html, last4: string) => html`${brand} ending in ${last4}`,
    confirm: 'Confirm',
    confirming: 'Confirming …',
    refuse: 'Refuse',
    refusing: 'Refusing …',
  },
  /** The effect of each test card, by its name. */
  cards: Object.fromEntries(testCards.map(({ name, does }) => [name, does])) as Readonly<Record<string, string>>,
};

export type PageWords = typeof en;

const de: PageWords = {
  anyExpiry: 'Jedes Ablaufdatum in der Zukunft, jeder Sicherheitscode der richtigen Länge.',
  hint: (number) => html`Eine Testkarte, zum Beispiel ${number}.`,
  allTestCards: 'Alle Testkarten',
  fields: { cardNumber: 'Kartennummer', cardExpiry: 'Gültig bis (MM/JJ)', cardCvc: 'Sicherheitscode' },
  faults: {
    noNumber: 'Geben Sie eine Kartennummer ein.',
    numberLength: 'Eine Kartennummer hat 12 bis 19 Ziffern.',
    wrongDigit: 'Das ist keine Kartennummer: Eine Ziffer ist falsch.',
    testCardsOnly:
      'Diese Auktion nimmt nur Testkarten an. Verwenden Sie eine der hier aufgeführten Nummern, niemals eine echte Karte.',
    expiryForm: 'Geben Sie das Ablaufdatum als MM/JJ ein.',
    expired: 'Die Karte ist abgelaufen.',
    cvc: (digits) => `Der Sicherheitscode dieser Karte hat ${digits} Ziffern.`,
  },
  bank: {
    title: 'Simulierte Bank',
    heading: 'Reservierung bestätigen',
    detail:
      'Diese Seite spielt die Rolle Ihrer Bank, damit Sie eine Karte ausprobieren können, die eine Bestätigung verlangt (3-D Secure). Es ist keine echte Bank beteiligt.',
    toBeHeld: 'Zu reservieren',
    card: 'Karte',
    ending: (brand, last4) => html`${brand}, endet auf ${last4}`,
    confirm: 'Bestätigen',
    confirming: 'Wird bestätigt …',
    refuse: 'Ablehnen',
    refusing: 'Wird abgelehnt …',
  },
  cards: {
    visa: 'Reserviert, und wird abgebucht, wenn das Gebot gewinnt.',
    mastercard: 'Dasselbe als Mastercard.',
    amex: 'Dasselbe als American-Express-Karte (Sicherheitscode mit vier Ziffern).',
    declined: 'Wird abgelehnt.',
    insufficient_funds: 'Wird mangels Deckung abgelehnt.',
    expired: 'Wird als abgelaufen abgelehnt.',
    incorrect_cvc: 'Wird wegen eines falschen Sicherheitscodes abgelehnt.',
    challenge_once: 'Die Bank verlangt eine Bestätigung (3-D Secure); Verlängerungen brauchen keine.',
    challenge_always:
      'Die Bank verlangt für jede Reservierung eine Bestätigung (3-D Secure), sodass eine Verlängerung scheitert.',
    challenge_declined: 'Die Bank verlangt eine Bestätigung und lehnt dann mangels Deckung ab.',
    capture_declined: 'Reserviert, aber die Abbuchung wird abgelehnt, wenn das Gebot gewinnt.',
    capture_declined_once: 'Reserviert; die erste Abbuchung wird abgelehnt, eine spätere würde gelingen.',
    capture_try_again:
      'Reserviert; über die ersten zwei Abbuchungen kann die Bank nicht entscheiden, die dritte gelingt.',
    renewal_declined: 'Reserviert, aber die Reservierung kann nicht verlängert werden.',
    holds_once:
      'Reserviert, ist aber für eine zweite Reservierung nicht gedeckt, solange die erste steht, sodass eine Verlängerung scheitert.',
    lapses_early: 'Reserviert nur für eine Minute und kann nicht verlängert werden: Dann läuft die Reservierung ab.',
    authorize_answer_lost: 'Reserviert, aber die Antwort geht unterwegs verloren.',
    authorize_5xx: 'Der Zahlungsdienst antwortet mit einem Serverfehler und reserviert nichts.',
    capture_answer_lost: 'Reserviert und wird abgebucht, aber die Antwort darauf geht unterwegs verloren.',
    capture_5xx: 'Reserviert; die ersten zwei Abbuchungen treffen auf einen Serverfehler, die dritte gelingt.',
    release_answer_lost: 'Reserviert und wird freigegeben, aber die Antwort darauf geht unterwegs verloren.',
    release_5xx: 'Reserviert; die ersten zwei Freigaben treffen auf einen Serverfehler, die dritte gelingt.',
  },
};

const es: PageWords = {
  anyExpiry: 'Cualquier fecha de caducidad futura y cualquier código de seguridad de la longitud correcta.',
  hint: (number) => html`Una tarjeta de prueba, por ejemplo ${number}.`,
  allTestCards: 'Todas las tarjetas de prueba',
  fields: { cardNumber: 'Número de tarjeta', cardExpiry: 'Caducidad (MM/AA)', cardCvc: 'Código de seguridad' },
  faults: {
    noNumber: 'Introduzca un número de tarjeta.',
    numberLength: 'Un número de tarjeta tiene de 12 a 19 cifras.',
    wrongDigit: 'Esto no es un número de tarjeta: hay una cifra incorrecta.',
    testCardsOnly:
      'Esta subasta solo admite tarjetas de prueba. Use uno de los números de esta lista, nunca una tarjeta real.',
    expiryForm: 'Introduzca la caducidad como MM/AA.',
    expired: 'La tarjeta ha caducado.',
    cvc: (digits) => `El código de seguridad de esta tarjeta tiene ${digits} cifras.`,
  },
  bank: {
    title: 'Banco simulado',
    heading: 'Confirmar la retención',
    detail:
      'Esta página hace el papel de su banco para que pueda probar una tarjeta que pide confirmación (3-D Secure). No interviene ningún banco real.',
    toBeHeld: 'Importe a retener',
    card: 'Tarjeta',
    ending: (brand, last4) => html`${brand} terminada en ${last4}`,
    confirm: 'Confirmar',
    confirming: 'Confirmando…',
    refuse: 'Rechazar',
    refusing: 'Rechazando…',
  },
  cards: {
    visa: 'Retiene, y se cobra si la puja gana.',
    mastercard: 'Lo mismo, como Mastercard.',
    amex: 'Lo mismo, como tarjeta American Express (código de seguridad de cuatro cifras).',
    declined: 'Se rechaza.',
    insufficient_funds: 'Se rechaza por fondos insuficientes.',
    expired: 'Se rechaza por caducada.',
    incorrect_cvc: 'Se rechaza por un código de seguridad incorrecto.',
    challenge_once: 'El banco pide una confirmación (3-D Secure); las renovaciones no la necesitan.',
    challenge_always: 'El banco pide confirmación para cada retención (3-D Secure), de modo que una renovación falla.',
    challenge_declined: 'El banco pide confirmación y después rechaza por fondos insuficientes.',
    capture_declined: 'Retiene, pero el cobro se rechaza si la puja gana.',
    capture_declined_once: 'Retiene; el primer cobro se rechaza, y uno posterior se haría.',
    capture_try_again: 'Retiene; el banco no puede decidir sobre los dos primeros cobros, y el tercero se hace.',
    renewal_declined: 'Retiene, pero la retención no se puede renovar.',
    holds_once:
      'Retiene, pero no tiene fondos para una segunda retención mientras exista la primera, de modo que una renovación falla.',
    lapses_early: 'Retiene solo un minuto y no se puede renovar: después la retención caduca.',
    authorize_answer_lost: 'Retiene, pero la respuesta se pierde por el camino.',
    authorize_5xx: 'El proveedor responde con un error de servidor y no retiene nada.',
    capture_answer_lost: 'Retiene y se cobra, pero la respuesta al cobro se pierde por el camino.',
    capture_5xx: 'Retiene; los dos primeros cobros dan un error de servidor, y el tercero se hace.',
    release_answer_lost: 'Retiene y se libera, pero la respuesta a la liberación se pierde por el camino.',
    release_5xx: 'Retiene; las dos primeras liberaciones dan un error de servidor, y la tercera se hace.',
  },
};

const ar: PageWords = {
  anyExpiry: 'أي تاريخ انتهاء في المستقبل، وأي رمز أمان بالطول الصحيح.',
  hint: (number) => html`بطاقة اختبار، مثل ${number}.`,
  allTestCards: 'جميع بطاقات الاختبار',
  fields: { cardNumber: 'رقم البطاقة', cardExpiry: 'تاريخ الانتهاء (MM/YY)', cardCvc: 'رمز الأمان' },
  faults: {
    noNumber: 'أدخل رقم بطاقة.',
    numberLength: 'يتكوّن رقم البطاقة من 12 إلى 19 رقمًا.',
    wrongDigit: 'هذا ليس رقم بطاقة: أحد الأرقام خطأ.',
    testCardsOnly: 'لا يقبل هذا المزاد إلا بطاقات الاختبار. استخدم أحد الأرقام المذكورة هنا، ولا تستخدم بطاقة حقيقية أبدًا.',
    expiryForm: 'أدخل تاريخ الانتهاء بالصيغة MM/YY.',
    expired: 'انتهت صلاحية البطاقة.',
    cvc: (digits) => `يتكوّن رمز الأمان لهذه البطاقة من ${digits} أرقام.`,
  },
  bank: {
    title: 'مصرف للمحاكاة',
    heading: 'تأكيد حجز المبلغ',
    detail: 'تؤدي هذه الصفحة دور مصرفك، لتتمكن من تجربة بطاقة تطلب التأكيد (\u200e3-D Secure). لا يشارك أي مصرف حقيقي.',
    toBeHeld: 'المبلغ المراد حجزه',
    card: 'البطاقة',
    ending: (brand, last4) => html`${brand} تنتهي بالأرقام ${last4}`,
    confirm: 'تأكيد',
    confirming: 'جارٍ التأكيد…',
    refuse: 'رفض',
    refusing: 'جارٍ الرفض…',
  },
  cards: {
    visa: 'تحجز المبلغ، ويُخصم إذا فاز العرض.',
    mastercard: 'مثلها، كبطاقة Mastercard.',
    amex: 'مثلها، كبطاقة American Express (رمز أمان من أربعة أرقام).',
    declined: 'تُرفض.',
    insufficient_funds: 'تُرفض لعدم كفاية الرصيد.',
    expired: 'تُرفض لانتهاء صلاحيتها.',
    incorrect_cvc: 'تُرفض لخطأ في رمز الأمان.',
    challenge_once: 'يطلب المصرف من المزايد التأكيد (\u200e3-D Secure)، ولا يحتاج التجديد إلى تأكيد.',
    challenge_always: 'يطلب المصرف تأكيد كل حجز (\u200e3-D Secure)، فيفشل التجديد.',
    challenge_declined: 'يطلب المصرف التأكيد ثم يرفض لعدم كفاية الرصيد.',
    capture_declined: 'تحجز المبلغ، لكن الخصم يُرفض إذا فاز العرض.',
    capture_declined_once: 'تحجز المبلغ؛ يُرفض الخصم الأول، وينجح خصم لاحق.',
    capture_try_again: 'تحجز المبلغ؛ لا يستطيع المصرف البتّ في أول عمليتي خصم، وتنجح الثالثة.',
    renewal_declined: 'تحجز المبلغ، لكن لا يمكن تجديد الحجز.',
    holds_once: 'تحجز المبلغ، لكن رصيدها لا يكفي لحجز ثانٍ ما دام الأول قائمًا، فيفشل التجديد.',
    lapses_early: 'تحجز المبلغ لدقيقة واحدة فقط ولا يمكن تجديدها: ثم ينتهي الحجز.',
    authorize_answer_lost: 'تحجز المبلغ، لكن الرد يضيع في الطريق.',
    authorize_5xx: 'يردّ مزوّد الدفع بخطأ في الخادم ولا يحجز شيئًا.',
    capture_answer_lost: 'تحجز المبلغ ويُخصم، لكن الرد على الخصم يضيع في الطريق.',
    capture_5xx: 'تحجز المبلغ؛ تواجه أول عمليتي خصم خطأ في الخادم، وتنجح الثالثة.',
    release_answer_lost: 'تحجز المبلغ ويُلغى حجزه، لكن الرد على الإلغاء يضيع في الطريق.',
    release_5xx: 'تحجز المبلغ؛ تواجه أول عمليتي إلغاء خطأ في الخادم، وتنجح الثالثة.',
  },
};

/** What the simulated provider says on the bidder's page. */
export const pageWords: Record<Language, PageWords> = { en, de, es, ar };
