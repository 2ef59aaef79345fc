import type { Fault, FaultCode, RefusalCode } from '../../core/refusal.ts';
import { mutationDocument } from './mutation-document.ts';
import type { FieldFault } from '../form-fields.ts';
import type { AnsweredError, DocumentAnswer, SellerForm, Typed, Visit } from './seller-page.ts';
import type { SellerWords } from '../../../locales/words.ts';

/** The texts of a part of a catalogue that need nothing filled in. */
type TextsOf<Part> = { [Name in keyof Part as Part[Name] extends string ? Name : never]: string };

/** The values that the fields of a form stand for. */
export interface ReadFields {
  /** The arguments of the mutation, besides the parameters of the route. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The faults that the page finds itself: with one, the mutation is not sent. */
  readonly faults?: readonly CodedFault[];
}

/**
 * Makes a form that sends one mutation. A form with the hidden field `token` counts once.
 */
export function mutationForm(form: {
  /** The name of the mutation. */
  readonly mutation: string;
  /** The part of the answer that the page shows. */
  readonly selects?: string;
  /** Reads the fields; by default each is the argument of its name. */
  readonly read?: (visit: Visit, typed: Typed) => ReadFields | Promise<ReadFields>;
  /** The field of an argument, by its pointer; by default the field has the argument's name. */
  readonly fieldOf?: (pointer: string) => string;
  /** The words for a field whose value cannot be used, where the code of the fault says too little. */
  readonly invalid?: Readonly<Record<string, keyof TextsOf<SellerWords['ownFaults']>>>;
  /** The fields of which at least one box is ticked. */
  readonly ticks?: readonly string[];
  /** True: the form may come with files. */
  readonly takesFiles?: boolean;
  /** True: the box `confirm` has to be ticked. */
  readonly isConfirmed?: boolean;
  /** The note on the page to which the browser goes on. Absent: the page itself shows the answer, once. */
  readonly done?: keyof SellerWords['done'];
  /** The path below `/seller` on which the browser goes on; by default the page of the form. */
  readonly next?: (visit: Visit) => string;
}): SellerForm {
  const { read = everyField, invalid = {}, ticks = [], takesFiles = false, isConfirmed = false, done, next } = form;
  const { document, variables: variablesOf } = mutationDocument(form.mutation, form.selects);
  return {
    document,
    takesFiles,
    async send(visit, typed) {
      const { ownFaults } = visit.words;
      const { variables, faults: found = [] } = await read(visit, typed);
      const unconfirmed = isConfirmed && !typed.fields.has('confirm');
      const faults = [...found, ...(unconfirmed ? [{ field: 'confirm', detail: ownFaults.confirm }] : [])];
      const refusing = (found: readonly CodedFault[]) => ({
        faults: found.map(({ field, detail, code }): FieldFault => {
          const cannotBeUsed = code === 'invalid_value' || code === 'too_small';
          if (cannotBeUsed && invalid[field] !== undefined) return { field, detail: ownFaults[invalid[field]] };
          return { field, detail: ticks.includes(field) ? ownFaults.tickOne : detail };
        }),
      });
      if (faults.length > 0) return refusing(faults);
      const input = variablesOf({ ...variables, ...visit.c.req.param() });
      const answer = await visit.run<Readonly<Record<string, unknown>>>(document, input, tokenOf(typed));
      const refused = faultsOf(visit, answer, form.fieldOf);
      if (refused.length > 0) return refusing(refused);
      return done === undefined
        ? { answer: answer.data?.[form.mutation] }
        : { done, ...(next && { next: next(visit) }) };
    },
  };
}

function everyField(_: Visit, { fields }: Typed): ReadFields {
  return { variables: Object.fromEntries(fields) };
}

/** The token of a form that counts once. */
export function tokenOf({ fields }: Typed): string | null {
  const token = fields.get('token') ?? '';
  return /^[\da-f-]{36}$/.test(token) ? token : null;
}

/** A fault of a field, with its code if an input has it. */
type CodedFault = FieldFault & { readonly code?: FaultCode };

/** Returns the faults of a mutation's answer at the fields of its form, in the language of the page. */
export function faultsOf(
  visit: Pick<Visit, 'words'>,
  { errors }: Pick<DocumentAnswer, 'errors'>,
  fieldOf = nameOf,
): CodedFault[] {
  return errors.flatMap((error): CodedFault[] =>
    error.faults.length === 0
      ? [{ field: '', detail: refusalWords(visit.words, error) }]
      : saidAt(visit, error.faults, fieldOf),
  );
}

/** Says faults at their fields, in the language of the page. */
export function saidAt({ words }: Pick<Visit, 'words'>, faults: readonly Fault[], fieldOf = nameOf): CodedFault[] {
  const known: Partial<Record<FaultCode, string>> = words.faults;
  return faults.map(({ pointer, code, detail }) => ({
    code,
    field: fieldOf(pointer),
    detail: known[code] ?? detail,
  }));
}

function nameOf(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}

/** Says a refusal in the language of the page. The scope that a key lacks is named. */
export function refusalWords(words: SellerWords, { code, message }: Pick<AnsweredError, 'code' | 'message'>): string {
  if (code === 'insufficient_scope') return words.missingScope({ scope: scopeIn(message) });
  return (words.refusals as Partial<Record<RefusalCode, string>>)[code] ?? message;
}

/** Returns the scope that a refusal names. */
export function scopeIn(message: string): string {
  return /"([^"]+)"/.exec(message)?.[1] ?? '';
}
