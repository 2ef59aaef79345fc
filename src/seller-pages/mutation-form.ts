import type { Fault, FaultCode, RefusalCode } from '../core/refusal.ts';
import type {
  AnsweredError,
  DocumentAnswer,
  FieldFault,
  SellerForm,
  SentOutcome,
  Typed,
  Visit,
} from './seller-page.ts';
import type { SellerWords } from './words/en.ts';

/** The texts of a part of a catalogue that need nothing filled in. */
type TextsOf<Part> = { [Name in keyof Part as Part[Name] extends string ? Name : never]: string };

/** The variables of a mutation, or why the fields say none. */
export type ReadVariables =
  | { readonly variables: Readonly<Record<string, unknown>>; readonly typed?: Typed }
  | {
      readonly faults: readonly FieldFault[];
      readonly typed?: Typed;
      /** The faults that the mutation would name as well. */
      readonly also?: readonly Fault[];
    };

/**
 * Makes a form that sends one mutation. A form with the hidden field `token` counts once.
 */
export function mutationForm(form: {
  readonly document: string;
  /** Reads the variables from the fields. */
  readonly read: (visit: Visit, typed: Typed) => ReadVariables | Promise<ReadVariables>;
  /** The field of an argument, by its pointer; by default the field has the argument's name. */
  readonly fieldOf?: (pointer: string) => string;
  /** The words for a field whose value cannot be used, where the code of the fault says too little. */
  readonly invalid?: Readonly<Record<string, keyof TextsOf<SellerWords['ownFaults']>>>;
  /** The fields of which at least one box is ticked. */
  readonly ticks?: readonly string[];
  /** Says where the browser goes on, by the `data` of the mutation. */
  readonly outcome: (visit: Visit, data: unknown) => Exclude<SentOutcome, { faults: unknown }>;
}): SellerForm {
  const { document, read, fieldOf = nameOf, invalid = {}, ticks = [], outcome } = form;
  /** Says the faults of the mutation in the words of the form. */
  function said(visit: Visit, errors: DocumentAnswer['errors']): FieldFault[] {
    const { ownFaults } = visit.words;
    return faultsOf(visit, { errors }, fieldOf).map(({ field, detail, code }) => {
      const cannotBeUsed = code === 'invalid_value' || code === 'too_small';
      if (cannotBeUsed && invalid[field] !== undefined) return { field, detail: ownFaults[invalid[field]] };
      return { field, detail: ticks.includes(field) ? ownFaults.tickOne : detail };
    });
  }
  return {
    document,
    async send(visit, typed, run) {
      const found = await read(visit, typed);
      if ('faults' in found) {
        const { faults, also = [], ...rest } = found;
        const error = { code: 'invalid_request', message: '', path: null, faults: also } as const;
        return { ...rest, faults: also.length === 0 ? faults : [...faults, ...said(visit, [error])] };
      }
      const answer = await run(document, found.variables, tokenOf(typed));
      const faults = said(visit, answer.errors);
      if (faults.length === 0) return outcome(visit, answer.data);
      return { faults, ...(found.typed !== undefined && { typed: found.typed }) };
    },
  };
}

/** The token of a form that counts once. */
export function tokenOf({ fields }: Typed): string | null {
  const token = fields.get('token') ?? '';
  return /^[\da-f-]{36}$/.test(token) ? token : null;
}

/** Returns the faults of a mutation's answer at the fields of its form, in the language of the page. */
export function faultsOf(
  { words }: Pick<Visit, 'words'>,
  { errors }: Pick<DocumentAnswer, 'errors'>,
  fieldOf = nameOf,
): CodedFault[] {
  return errors.flatMap((error): CodedFault[] => {
    if (error.faults.length === 0) return [{ field: '', detail: refusalWords(words, error), code: null }];
    return error.faults.map(({ pointer, code, detail }) => ({
      code,
      field: fieldOf(pointer),
      detail: faultWords(words, code) ?? detail,
    }));
  });
}

/** A fault of a field, with its code; `null`: it is about the whole form. */
type CodedFault = FieldFault & { readonly code: FaultCode | null };

function nameOf(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}

/** Says a refusal in the language of the page. The scope that a key lacks is named. */
export function refusalWords(words: SellerWords, { code, message }: Pick<AnsweredError, 'code' | 'message'>): string {
  if (code === 'insufficient_scope') return words.missingScope(scopeIn(message));
  return (words.refusals as Partial<Record<RefusalCode, string>>)[code] ?? message;
}

export function faultWords(words: SellerWords, code: FaultCode): string | undefined {
  return (words.faults as Partial<Record<FaultCode, string>>)[code];
}

function scopeIn(message: string): string {
  return /"([^"]+)"/.exec(message)?.[1] ?? '';
}
