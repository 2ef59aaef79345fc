import { html } from 'hono/html';
import type { Language } from '../../core/languages.ts';
import type { Html } from '../provider-page.ts';

const en = {
  straightToStripe: 'Your card goes straight to Stripe, our payment provider: its number never reaches us.',
  keepsCard:
    'This auction may last longer than a bank holds money, so Stripe keeps the card: the hold can then be renewed until the auction has ended, and for nothing else.',
  formNeedsScript:
    'The card form comes from Stripe, our payment provider, and needs JavaScript. Allow JavaScript to bid.',
  notLoaded:
    'The card form of Stripe, our payment provider, could not be loaded. Check your connection, and reload this page.',
  noCard: 'Enter your card.',
  bankAsks: 'Your bank wants you to confirm',
  needsConfirmation: (amount: Html) =>
    html`The hold of ${amount} needs your confirmation. Your bank's window opens by itself.`,
  windowNeedsScript:
    'The window comes from Stripe, our payment provider, and needs JavaScript. Allow JavaScript and reload this page.',
  confirmed: 'I have confirmed',
  confirmWithBank: 'Confirm with your bank',
};

export type PageWords = typeof en;

const de: PageWords = {
  straightToStripe: 'Ihre Karte geht direkt an Stripe, unseren Zahlungsdienst: Ihre Nummer erreicht uns nie.',
  keepsCard:
    'Diese Auktion kann länger dauern, als eine Bank Geld reserviert, daher behält Stripe die Karte: So kann die Reservierung bis zum Ende der Auktion verlängert werden, und für nichts anderes.',
  formNeedsScript:
    'Das Kartenformular kommt von Stripe, unserem Zahlungsdienst, und braucht JavaScript. Erlauben Sie JavaScript, um zu bieten.',
  notLoaded:
    'Das Kartenformular von Stripe, unserem Zahlungsdienst, konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie diese Seite neu.',
  noCard: 'Geben Sie Ihre Karte ein.',
  bankAsks: 'Ihre Bank bittet Sie um eine Bestätigung',
  needsConfirmation: (amount) =>
    html`Die Reservierung von ${amount} muss von Ihnen bestätigt werden. Das Fenster Ihrer Bank öffnet sich von selbst.`,
  windowNeedsScript:
    'Das Fenster kommt von Stripe, unserem Zahlungsdienst, und braucht JavaScript. Erlauben Sie JavaScript und laden Sie diese Seite neu.',
  confirmed: 'Ich habe bestätigt',
  confirmWithBank: 'Bei Ihrer Bank bestätigen',
};

const es: PageWords = {
  straightToStripe:
    'Su tarjeta va directamente a Stripe, nuestro proveedor de pagos: su número nunca llega a nosotros.',
  keepsCard:
    'Esta subasta puede durar más de lo que un banco retiene el dinero, por lo que Stripe conserva la tarjeta: así la retención se puede renovar hasta que termine la subasta, y para nada más.',
  formNeedsScript:
    'El formulario de la tarjeta es de Stripe, nuestro proveedor de pagos, y necesita JavaScript. Permita JavaScript para pujar.',
  notLoaded:
    'No se ha podido cargar el formulario de la tarjeta de Stripe, nuestro proveedor de pagos. Compruebe su conexión y vuelva a cargar esta página.',
  noCard: 'Introduzca su tarjeta.',
  bankAsks: 'Su banco le pide una confirmación',
  needsConfirmation: (amount) =>
    html`La retención de ${amount} necesita su confirmación. La ventana de su banco se abre sola.`,
  windowNeedsScript:
    'La ventana es de Stripe, nuestro proveedor de pagos, y necesita JavaScript. Permita JavaScript y vuelva a cargar esta página.',
  confirmed: 'Ya he confirmado',
  confirmWithBank: 'Confirmar con su banco',
};

const ar: PageWords = {
  straightToStripe: 'تذهب بطاقتك مباشرة إلى Stripe، مزوّد الدفع لدينا: لا يصل رقمها إلينا أبدًا.',
  keepsCard:
    'قد يستمر هذا المزاد مدة أطول مما يحجز المصرف المبلغ، لذا تحتفظ Stripe بالبطاقة: فيمكن تجديد الحجز إلى أن ينتهي المزاد، لا لأي غرض آخر.',
  formNeedsScript: 'استمارة البطاقة من Stripe، مزوّد الدفع لدينا، وتحتاج إلى JavaScript. اسمح بـ JavaScript لتقديم عرض.',
  notLoaded: 'تعذّر تحميل استمارة البطاقة من Stripe، مزوّد الدفع لدينا. تحقّق من الاتصال وأعد تحميل هذه الصفحة.',
  noCard: 'أدخل بطاقتك.',
  bankAsks: 'يطلب مصرفك منك التأكيد',
  needsConfirmation: (amount) => html`يحتاج حجز مبلغ ${amount} إلى تأكيدك. تُفتح نافذة مصرفك تلقائيًا.`,
  windowNeedsScript:
    'النافذة من Stripe، مزوّد الدفع لدينا، وتحتاج إلى JavaScript. اسمح بـ JavaScript وأعد تحميل هذه الصفحة.',
  confirmed: 'لقد أكّدت',
  confirmWithBank: 'التأكيد لدى مصرفك',
};

/** The words of Stripe's side of the bidder's page. Stripe's own form and window use the language of the page. */
export const pageWords: Record<Language, PageWords> = { en, de, es, ar };
