import { html } from 'hono/html';
import type { PageWords } from '../../locales/words.ts';
import type { Html } from '../core/html-page.ts';

/** A fault of a form. */
export interface FieldFault {
  /** The name of the field: `card` is all of a provider's own, and `''` the whole form. */
  readonly field: string;
  /** In the language of the page. */
  readonly detail: string;
}

/** A field as a form shows it before anything is typed. */
export interface DrawnField {
  readonly value: string;
  /** `null`: the field cannot be seen. */
  readonly label: string | null;
  /** The value as a person reads it; `null`: the label says enough. */
  readonly said: string | null;
}

/** The texts of a field. */
export interface FieldText {
  readonly name: string;
  readonly label: string;
  readonly hint?: Html | string;
  readonly isOptional?: boolean;
}

/** The values to choose from, with their labels. */
export type Options = readonly (readonly [value: string, label: Html | string])[];

interface TextKind {
  readonly type?: string;
  readonly inputmode?: string;
  readonly maxLength?: number;
  readonly prefix?: string;
}

/** How texts are typed. All but `text` and `person` are written from left to right in every language. */
const kinds = {
  text: {},
  person: {},
  code: {},
  dollars: { inputmode: 'decimal', maxLength: 20, prefix: '$' },
  email: { type: 'email', inputmode: 'email', maxLength: 200 },
  url: { type: 'url', inputmode: 'url' },
  tel: { type: 'tel', inputmode: 'tel' },
  search: { type: 'search' },
} satisfies Readonly<Record<string, TextKind>>;

const asCode = html` spellcheck="false" autocapitalize="none"`;
const writing: Readonly<Partial<Record<keyof typeof kinds, Html>>> = {
  text: html` dir="auto"`,
  search: html` dir="auto"`,
  person: html` dir="auto" spellcheck="false" autocapitalize="words"`,
};

export type FormFields = ReturnType<typeof formFields>;

/**
 * Draws the fields of a form: what was typed comes back into them, and each fault stands at its field.
 *
 * @param form.initial the values of the fields that were not typed
 * @param form.typed the fields of the form that was sent; `null`: none was
 * @param form.prefix begins the ids of the fields, where a page has several forms
 */
export function formFields(form: {
  readonly words: Pick<PageWords['form'], 'error' | 'faults' | 'optional'>;
  readonly initial?: Readonly<Record<string, string | null | undefined>>;
  readonly typed?: ReadonlyMap<string, string> | null;
  readonly faults?: readonly FieldFault[];
  readonly prefix?: string;
}) {
  const { words, initial = {}, typed = null, faults: all = [], prefix = '' } = form;
  // The first fault of a field says enough.
  const faults = all.filter(({ field }, at) => field === '' || all.findIndex((each) => each.field === field) === at);
  const valueOf = (name: string): string => typed?.get(name) ?? initial[name] ?? '';
  const isTicked = (name: string): boolean => (typed === null ? Boolean(initial[name]) : typed.has(name));
  /** The fields that are drawn by now, as they are before anything is typed. */
  const drawn = new Map<string, DrawnField>();
  /** The labels of those that a fault leads to; `null`: the fault says enough. */
  const labels = new Map<string, string | null>();
  let hasFiles = false;

  function draw(name: string, label: string | null, said: string | null = null): void {
    drawn.set(name, { value: initial[name] ?? '', label, said });
  }

  /**
   * Draws what a screen reader reads along with a control: the hint and the fault.
   *
   * @param label stands before the fault in the list of all; `null`: the fault says enough
   */
  function notesOf(name: string, label: string | null, hint?: Html | string) {
    labels.set(name, label);
    const id = prefix + name;
    const fault = faults.find(({ field }) => field === name);
    const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(fault === undefined ? [] : [`${id}-fault`])];
    return {
      id,
      faulty: fault === undefined ? '' : ' faulty',
      invalid: fault === undefined ? '' : html` aria-invalid="true"`,
      described: ids.length === 0 ? '' : html` aria-describedby="${ids.join(' ')}"`,
      notes: html`${hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`}${
        fault === undefined
          ? ''
          : html`<p class="fault" id="${id}-fault"><span class="visually-hidden">${words.error}</span>${fault.detail}</p>`
      }`,
    };
  }

  /** Draws a label, a hint, the fault and a control, which a screen reader reads as one. */
  function field(
    { name, label, hint, isOptional = false }: FieldText,
    control: (attributes: Html, value: string, described: Html) => Html,
    said: (value: string) => string | null = (value) => value,
  ): Html {
    draw(name, label, said(initial[name] ?? ''));
    const { id, faulty, invalid, described, notes } = notesOf(name, label, hint);
    return html`<div class="field${faulty}">
<label for="${id}">${label}${isOptional ? html` <span class="optional">(${words.optional})</span>` : ''}</label>
${notes}
${control(html` id="${id}" name="${name}"`, valueOf(name), html`${described}${invalid}`)}
</div>`;
  }

  return {
    drawn,
    valueOf,
    notesOf,
    hasFiles: () => hasFiles,

    /** Draws a text of one line, or of several. */
    text(
      text: FieldText &
        TextKind & {
          readonly kind?: keyof typeof kinds;
          readonly autocomplete?: string;
          readonly rows?: number;
          /** The values that the field offers; any other can be typed. */
          readonly suggestions?: Options;
        },
    ): Html {
      const { kind = 'text', autocomplete = 'off', rows, suggestions } = text;
      const { type = 'text', inputmode, maxLength, prefix: sign }: TextKind = { ...kinds[kind], ...text };
      const list = suggestions === undefined ? null : `${prefix}${text.name}-list`;
      const length = maxLength === undefined ? '' : html` maxlength="${maxLength}"`;
      const keyboard = inputmode === undefined ? '' : html` inputmode="${inputmode}"`;
      const offered = list === null ? '' : html` list="${list}"`;
      const written = html`${length}${keyboard}${offered}${writing[kind] ?? asCode}`;
      return field(
        text,
        (attributes, value, described) =>
          html`<div class="input${kind in writing ? ' free' : ''}">${sign === undefined ? '' : html`<span class="prefix" aria-hidden="true">${sign}</span>`}${
            // HTML drops a line break right after the tag, so that one stands there for it.
            rows === undefined
              ? html`<input${attributes} type="${type}" value="${value}" autocomplete="${autocomplete}"${written}${described}>`
              : html`<textarea${attributes} rows="${rows}" autocomplete="${autocomplete}"${written}${described}>
${value}</textarea>`
          }</div>${list === null ? '' : html`<datalist id="${list}">${suggestions!.map(([value, label]) => html`<option value="${value}">${label}</option>`)}</datalist>`}`,
      );
    },

    /** Draws an input of a browser's own, such as a day, a color or files. */
    input({
      type,
      attributes: own = html``,
      ...text
    }: FieldText & { readonly type: string; readonly attributes?: Html }): Html {
      hasFiles ||= type === 'file';
      return field(text, (attributes, value, described) => {
        const input = html`<input${attributes} type="${type}"${type === 'file' ? '' : html` value="${value}"`}${own}${described}>`;
        return type === 'file' || type === 'color' ? input : html`<div class="input">${input}</div>`;
      });
    },

    /** Draws a choice of a list. */
    select({
      options,
      ...text
    }: FieldText & { readonly options: readonly (readonly [value: string, label: string])[] }): Html {
      return field(
        text,
        (attributes, chosen, described) =>
          html`<select${attributes}${described}>${options.map(([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`)}</select>`,
        (stored) => options.find(([value]) => value === stored)?.[1] ?? null,
      );
    },

    /** Draws a box to tick. */
    tick({ name, label }: { readonly name: string; readonly label: Html | string }): Html {
      draw(name, typeof label === 'string' ? label : null);
      const { id, faulty, invalid, described, notes } = notesOf(name, null);
      return html`<div class="tick${faulty}">${notes}
<label><input type="checkbox" id="${id}" name="${name}" value="yes"${isTicked(name) ? html` checked` : ''}${invalid}${described}> <span>${label}</span></label></div>`;
    },

    /** Draws boxes of which any number may be ticked: the field `name-value` for each value. */
    ticks({ name, label, hint, options }: FieldText & { readonly options: Options }): Html {
      const { id, faulty, described, notes } = notesOf(name, label, hint);
      for (const [value] of options) draw(`${name}-${value}`, label);
      return html`<fieldset class="choice ticks${faulty}" id="${id}" tabindex="-1"${described}><legend>${label}</legend>
${notes}
${options.map(([value, text]) => html`<label><input type="checkbox" name="${name}-${value}" value="yes"${isTicked(`${name}-${value}`) ? html` checked` : ''}> <span>${text}</span></label>`)}
</fieldset>`;
    },

    /** Draws a choice of a few. */
    choice({
      name,
      label,
      options,
    }: FieldText & { readonly options: readonly (readonly [value: string, label: string])[] }): Html {
      draw(name, label, options.find(([value]) => value === initial[name])?.[1] ?? null);
      return html`<fieldset class="choice"><legend>${label}</legend>
${options.map(([value, text]) => html`<label><input type="radio" name="${name}" value="${value}"${value === valueOf(name) ? html` checked` : ''}> <span>${text}</span></label>`)}
</fieldset>`;
    },

    /** Draws a field that cannot be seen. */
    hidden(name: string): Html {
      draw(name, null);
      return hiddenInputs({ [name]: valueOf(name) });
    },

    /**
     * Names every fault at once, above the form: each leads to its field, if that is drawn by now.
     *
     * @param summary.note says what has not happened
     */
    faultSummary({ namesFields = true, note }: { readonly namesFields?: boolean; readonly note?: string } = {}): Html {
      if (faults.length === 0) return html``;
      return html`<div class="notice bad" role="alert" id="faults" tabindex="-1" autofocus>
<h2>${words.faults({ count: faults.length })}</h2>
<ul>${faults.map(({ field: name, detail }) => html`<li>${namesFields && labels.get(name) != null ? html`<b>${labels.get(name)}:</b> ` : ''}${labels.has(name) ? html`<a href="#${prefix}${name}">${detail}</a>` : detail}</li>`)}</ul>
${note === undefined ? '' : html`<p>${note}</p>`}
</div>`;
    },

    /** Returns the address of a field in the page, if a fault leads to it. */
    hrefOf: (name: string): string | null => (labels.has(name) ? `#${prefix}${name}` : null),
  };
}

/** Returns the values of the fields of boxes of which some are ticked at first. */
export function ticked(name: string, values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [`${name}-${value}`, 'yes']));
}

/** Draws the fields that come along with a form. */
export function hiddenInputs(fields: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(fields).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}`;
}
