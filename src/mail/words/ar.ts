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
    charged: 'المبلغ المخصوم',
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
    terms: 'الحجز ليس خصمًا. لا تخصم الخدمة إلا من الفائز، وتلغي كل حجز آخر بعد النهاية. العرض ملزم.',
  },
  outbid: {
    subject: (title) => `تم تجاوز عرضك: ${title}`,
    heading: 'تم تجاوز عرضك',
    text: (leading) => `العرض الأعلى الآن ${leading}.`,
    again: 'لتتصدّر من جديد، قدّم عرضًا أعلى قبل النهاية.',
  },
  atRisk: {
    subject: (title) => `قدّم عرضًا من جديد للمشاركة: ${title}`,
    heading: 'حجز عرضك معرّض للخطر',
    text: 'يحجز مصرفك المبلغ مدةً أقصر من مدة المزاد ولن يُجدَّد الحجز. قدّم عرضًا أعلى ليُحجز من جديد، وإلا فقد لا يفوز هذا العرض.',
  },
  won: {
    subject: (title) => `لقد فزت: ${title}`,
    heading: 'لقد فزت',
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
  },
  refunded: {
    subject: (title, amount) => `يُعاد مبلغ ${amount}\u200f: ${title}`,
    heading: 'سيُعاد إليك مبلغ',
    text: (amount) => `يُعاد مبلغ ${amount} إلى بطاقتك. قد يستغرق ظهور ذلك لدى مصرفك بضعة أيام.`,
  },
  refundFailed: {
    subject: (title, amount) => `تعذّرت إعادة مبلغ ${amount}\u200f: ${title}`,
    heading: 'تعذّرت إعادة المبلغ',
    text: (amount) => `لم يصل المبلغ المُعاد ${amount} إلى بطاقتك. اسأل البائع عنه.`,
  },

  sold: {
    subject: (title, value) => `بيع بمبلغ ${value}\u200f: ${title}`,
    heading: 'تم بيع مزادك',
    text: (amount) => `تم خصم ${amount} من بطاقة الفائز. تلغي الخدمة كل حجز آخر.`,
    inPart: 'هذا أقل من العرض الفائز. اتفق مع الفائز على الفرق.',
  },
  unsold: {
    subject: (title) => `لم يُبع: ${title}`,
    heading: 'انتهى مزادك دون بيع',
    text: 'لم يفز أي عرض. تلغي الخدمة كل حجز متبقٍّ.',
  },
  captureFailed: {
    subject: (title) => `تعذّر الخصم من بطاقة: ${title}`,
    heading: 'تعذّر الخصم من بطاقة',
    text: 'تحاول الخدمة الخصم لأعلى عرض تالٍ يمكن دفعه، إن وُجد.',
    reasons: {
      card_declined: 'رفض مصرف البطاقة الخصم.',
      temporarily_declined: 'لم يتمكّن مصرف البطاقة من اتخاذ قرار في الوقت المناسب.',
      insufficient_funds: 'رصيد البطاقة غير كافٍ.',
      card_expired: 'انتهت صلاحية البطاقة.',
      card_not_accepted: 'لا يقبل مزوّد الدفع هذه البطاقة.',
      authentication_failed: 'لم يتمكّن المصرف من التحقّق من مقدّم العرض.',
      amount_out_of_bounds: 'لا يقبل مزوّد الدفع هذا المبلغ.',
      needs_bidder: 'يطلب المصرف أن يؤكّد مقدّم العرض الدفع.',
      authorization_expired: 'انتهت مدة الحجز على البطاقة.',
      already_released: 'أُلغي الحجز لدى مزوّد الدفع.',
      capture_given_up: 'تخلّى مشغّل الخدمة عن الخصم لأن نتيجته غير معروفة.',
      other: 'رفض مزوّد الدفع الخصم.',
    },
  },
  disputed: {
    subject: (title, amount) => `نزاع على ${amount}\u200f: ${title}`,
    heading: 'هناك نزاع على دفعة',
    states: {
      inquiry: 'يستفسر مصرف صاحب البطاقة عن الدفعة. لا يُسترد أي مبلغ. أجب لدى مزوّد الدفع الخاص بك.',
      closed: 'أُغلق استفسار المصرف عن الدفعة. لا يُسترد أي مبلغ.',
      open: 'يعترض صاحب البطاقة على الدفعة، واستُرد المبلغ مؤقتًا. أجب لدى مزوّد الدفع الخاص بك.',
      won: 'حُسم النزاع لصالحك: عاد المبلغ إليك.',
      lost: 'حُسم النزاع لصالح صاحب البطاقة: يبقى المبلغ لديه.',
    },
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
    waiting: 'تصلك الرسائل المتعلقة بأموالك. لتصلك أخبار المزاد، مثل تقديم عرض أعلى، افتح الرابط واضغط الزر هناك.',
    ended: 'لقد أوقفت أخبار المزادات. لا تزال تصلك الرسائل المتعلقة بأموالك.',
    end: 'إيقاف أخبار المزادات',
    again: 'استئناف أخبار المزادات',
  },
};
