import type { MessageWords } from './en.ts';

// The mark after an amount keeps its colon from joining a title that is written from left to right.

export const ar: MessageWords = {
  testMode: 'وضع الاختبار: لا أموال حقيقية.',
  labels: {
    auction: 'المزاد',
    bid: 'عرضك',
    held: 'محجوز على بطاقتك',
    ends: 'ينتهي تقديم العروض',
    reference: 'الرقم المرجعي',
    winnerReference: 'مرجع الفائز',
    key: 'مفتاح API',
    scopes: 'يمكنه',
    value: 'العرض',
    winner: 'الفائز',
    soldFor: 'بيع بمبلغ',
    endpoint: 'نقطة الاتصال',
    reason: 'السبب',
  },
  utc: (time) => `${time} UTC`,
  inZone: (time, zone) => `${time} (${zone})`,
  seeBids: 'عرض عروضك',
  seeAuction: 'عرض المزاد',
  next: 'ماذا بعد',
  contact: 'التواصل',

  placed: {
    subject: (title, value) => `عرضك بمبلغ ${value}\u200f: ${title}`,
    heading: 'تم تقديم عرضك',
    text: 'المبلغ محجوز على بطاقتك ولم يُخصم. لا يُخصم إلا من الفائز، ويُلغى كل حجز آخر بعد النهاية. العرض ملزم.',
  },
  outbid: {
    subject: (title) => `تم تجاوز عرضك: ${title}`,
    heading: 'تم تجاوز عرضك',
    text: (leading) =>
      `العرض الأعلى الآن ${leading}. يبقى عرضك محجوزًا كعرض احتياطي. لتتصدّر من جديد، قدّم عرضًا أعلى قبل النهاية.`,
  },
  atRisk: {
    subject: (title) => `قدّم عرضًا من جديد للمشاركة: ${title}`,
    heading: 'حجز عرضك معرّض للخطر',
    text: 'يحجز مصرفك المبلغ مدةً أقصر من مدة المزاد ولن يُجدَّد الحجز. قدّم عرضًا أعلى ليُحجز من جديد، وإلا فقد لا يفوز هذا العرض.',
  },
  won: {
    subject: (title) => `لقد فزت: ${title}`,
    heading: 'لقد فزت',
    text: (amount) => `تم خصم ${amount} من بطاقتك.`,
    asked: {
      CONTACT: 'يحتاج البائع إلى اسمك ورقم هاتفك.',
      DELIVERY: 'يحتاج البائع إلى معرفة العنوان الذي تُرسل إليه القطعة.',
    },
    give: 'إبلاغ البائع',
    noContact: (seller) => `لم يترك ${seller} وسيلة تواصل هنا: أجب على الرسالة أو الصفحة التي أوصلتك إلى هذا المزاد.`,
  },
  notWon: {
    subject: (title) => `لم تفز: ${title}`,
    heading: 'لم تفز',
    text: 'لم يُخصم منك شيء: يُلغى الحجز على بطاقتك. قد يستغرق ظهور ذلك لدى مصرفك بضعة أيام.',
  },
  refunded: {
    subject: (title, amount) => `يُعاد مبلغ ${amount}\u200f: ${title}`,
    heading: 'سيُعاد إليك مبلغ',
    text: (amount) => `يُعاد مبلغ ${amount} إلى بطاقتك. قد يستغرق ظهور ذلك لدى مصرفك بضعة أيام.`,
  },

  sold: {
    subject: (title, value) => `بيع بمبلغ ${value}\u200f: ${title}`,
    heading: 'تم بيع مزادك',
    text: 'تم الخصم من الفائز، ويُلغى كل حجز آخر.',
  },
  unsold: {
    subject: (title) => `لم يُبع: ${title}`,
    heading: 'انتهى مزادك دون بيع',
    text: 'لم يُخصم من أحد شيء.',
  },
  captureFailed: {
    subject: (title) => `تعذّر الخصم من بطاقة: ${title}`,
    heading: 'تعذّر الخصم من بطاقة',
    text: 'يُخصم بدلًا منها أعلى عرض تالٍ يمكن دفعه، إن وُجد.',
  },
  disputed: {
    subject: (title, amount) => `نزاع على ${amount}\u200f: ${title}`,
    heading: 'هناك نزاع على دفعة',
    text: 'يعترض صاحب البطاقة على الدفعة، أو تطوّر النزاع. أجب لدى مزوّد الدفع الخاص بك.',
  },
  keyIssued: {
    subject: 'أُصدر مفتاح API جديد',
    heading: 'أُصدر مفتاح API جديد',
    text: 'أصدر أحد مفاتيحك هذا المفتاح. إن لم يفعل ذلك أحد من طرفك، فألغِ في صفحة مفاتيحك المفتاح الذي أصدره، مع كل ما أصدره.',
  },
  endpointDisabled: {
    subject: 'نقطة اتصال webhook معطّلة',
    heading: 'نقطة اتصال webhook معطّلة',
    gone: 'أجابت بـ 410 Gone، فلا تتلقى أحداثًا بعد الآن.',
    failing: 'فشلت طوال ثلاثة أيام، فلا تتلقى أحداثًا بعد الآن. يمكن إرسال الأحداث من جديد.',
  },

  footer: {
    bidder: (seller) => `تصلك هذه الرسالة لأن عرضًا لدى ${seller} قُدّم بهذا العنوان.`,
    seller: (seller) => `تصلك هذه الرسالة لأن هذا هو العنوان في ملف ${seller}.`,
    first: 'هذه أول رسالة إلى هذا العنوان. افتح رابطها مرة واحدة لتصلك الرسائل التالية، وإلا فستكون الوحيدة.',
    unsubscribe: 'لا مزيد من الرسائل',
  },
};
