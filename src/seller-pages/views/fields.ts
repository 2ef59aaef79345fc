import { html } from 'hono/html';
import type { Html } from '../../page/views/layout.ts';
import type { FieldFault, Sent, Visit } from '../seller-page.ts';
import { allZones } from '../zones.ts';

/**
 * A form of a page while it is drawn: what was typed comes back into the fields, and each fault stands at its field.
 *
 * @param visit who sees it
 * @param name the form's name in the table of the page
 * @param initial the values of the fields that were not typed
 */
export function formOf(
  visit: Visit,
  { form, fields, faults: all }: Pick<Sent, 'form' | 'fields' | 'faults'>,
  name: string,
  initial: Readonly<Record<string, string | null | undefined>> = {},
) {
  const isSent = form === name;
  // The first fault of a field says enough.
  const faults = all.filter(({ field }, at) => field === '' || all.findIndex((each) => each.field === field) === at);
  const { words } = visit;
  const valueOf = (field: string): string => (isSent ? fields.get(field) : undefined) ?? initial[field] ?? '';
  const faultsAt = (field: string): readonly FieldFault[] =>
    isSent ? faults.filter((fault) => fault.field === field) : [];
  const idOf = (field: string) => `${name}-${field}`;
  /** The labels of the fields that are drawn by now, for the list of faults above the form. */
  const labels = new Map<string, Html | string>();

  /** Draws a label, a hint, the faults and a control, which a screen reader reads as one. */
  function field(
    { name: field, label, hint, isOptional = false }: FieldText,
    control: (attributes: Html) => Html,
  ): Html {
    const id = idOf(field);
    labels.set(field, label);
    const found = faultsAt(field);
    const notes = [...(hint === undefined ? [] : [`${id}-hint`]), ...(found.length === 0 ? [] : [`${id}-fault`])];
    const attributes = html` id="${id}" name="${field}"${notes.length === 0 ? '' : html` aria-describedby="${notes.join(' ')}"`}${found.length === 0 ? '' : html` aria-invalid="true"`}`;
    return html`<div class="field${found.length === 0 ? '' : ' faulty'}">
<label for="${id}">${label}${isOptional ? html` <span class="optional">(${words.forms.optional})</span>` : ''}</label>
${hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`}
${found.length === 0 ? '' : html`<p class="fault" id="${id}-fault"><span class="visually-hidden">${words.forms.error}</span>${found.map(({ detail }) => detail).join(' ')}</p>`}
${control(attributes)}
</div>`;
  }

  return {
    valueOf,
    faultsAt,
    /** Whether a box was ticked. */
    isTicked: (field: string) => valueOf(field) !== '',

    /** Draws the form around its content. */
    form(content: Html, options: { readonly takesFiles?: boolean; readonly countsOnce?: boolean } = {}): Html {
      return html`<form method="post" class="stack" id="form-${name}"${options.takesFiles === true ? html` enctype="multipart/form-data"` : ''} novalidate>
<input type="hidden" name="form" value="${name}">
${options.countsOnce === false ? '' : html`<input type="hidden" name="token" value="${crypto.randomUUID()}">`}
${faultSummary()}${content}
</form>`;
    },

    /** Draws one line of text. */
    text(
      text: FieldText & {
        readonly type?: 'text' | 'email' | 'url';
        readonly maxLength: number;
        readonly prefix?: string;
        readonly inputMode?: 'decimal' | 'text' | 'email' | 'url' | 'numeric';
        readonly isLatin?: boolean;
      },
    ): Html {
      const { type = 'text', maxLength, prefix, inputMode, isLatin = false } = text;
      return field(
        text,
        (attributes) =>
          html`<div class="input${isLatin ? '' : ' free'}">${prefix === undefined ? '' : html`<span class="prefix" aria-hidden="true">${prefix}</span>`}<input type="${type}"${attributes} value="${valueOf(text.name)}" maxlength="${maxLength}" autocomplete="off"${inputMode === undefined ? '' : html` inputmode="${inputMode}"`}${isLatin ? '' : html` dir="auto"`}></div>`,
      );
    },

    /** Draws several lines of text. */
    area(text: FieldText & { readonly maxLength: number; readonly rows?: number }): Html {
      return field(
        text,
        // HTML drops a line break right after the tag, so that one stands there for it.
        (attributes) => html`<textarea${attributes} rows="${text.rows ?? 4}" maxlength="${text.maxLength}" dir="auto">
${valueOf(text.name)}</textarea>`,
      );
    },

    /** Draws a choice of a list. */
    select(text: FieldText & { readonly options: readonly (readonly [value: string, label: string])[] }): Html {
      const chosen = valueOf(text.name);
      return field(
        text,
        (attributes) =>
          html`<select${attributes}>${text.options.map(([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`)}</select>`,
      );
    },

    /** Draws a day and a time of a calendar. */
    time(text: FieldText): Html {
      return field(
        text,
        (attributes) =>
          html`<div class="input"><input type="datetime-local"${attributes} value="${valueOf(text.name)}"></div>`,
      );
    },

    /** Draws the zone that the times of the form are in. */
    zone(label: string): Html {
      const chosen = valueOf('zone');
      return field(
        { name: 'zone', label },
        (attributes) =>
          html`<select${attributes}>${allZones().map((zone) => html`<option${zone === chosen ? html` selected` : ''}>${zone}</option>`)}</select>`,
      );
    },

    /** Draws a colour. */
    color(text: FieldText): Html {
      return field(text, (attributes) => html`<input type="color"${attributes} value="${valueOf(text.name)}">`);
    },

    /** Draws a choice of files. */
    file(text: FieldText & { readonly isMultiple?: boolean }): Html {
      return field(
        text,
        (attributes) =>
          html`<input type="file" class="file"${attributes} accept="image/jpeg,image/png,image/webp"${text.isMultiple === true ? html` multiple` : ''}>`,
      );
    },

    /** Draws a box to tick. */
    tick({
      name: field,
      label,
      value = 'yes',
    }: {
      readonly name: string;
      readonly label: Html | string;
      readonly value?: string;
    }): Html {
      const found = faultsAt(field);
      const id = idOf(field);
      return html`<div class="${found.length === 0 ? 'tick' : 'tick faulty'}">${found.length === 0 ? '' : html`<p class="fault" id="${id}-fault"><span class="visually-hidden">${words.forms.error}</span>${found.map(({ detail }) => detail).join(' ')}</p>`}
<label><input type="checkbox" id="${id}" name="${field}" value="${value}"${valueOf(field) === '' ? '' : html` checked`}${found.length === 0 ? '' : html` aria-invalid="true" aria-describedby="${id}-fault"`}> <span>${label}</span></label></div>`;
    },

    /** Draws boxes of which any number may be ticked: the field `name-value` for each value. */
    ticks(text: {
      readonly name: string;
      readonly legend: string;
      readonly hint?: string;
      readonly options: readonly (readonly [value: string, label: Html | string])[];
      /** The values that are ticked at first. */
      readonly ticked?: readonly string[];
    }): Html {
      const { name: group, legend, hint, ticked = [] } = text;
      const id = idOf(group);
      labels.set(group, legend);
      const found = faultsAt(group);
      const isTicked = (value: string) => (isSent ? fields.has(`${group}-${value}`) : ticked.includes(value));
      const notes = [...(hint === undefined ? [] : [`${id}-hint`]), ...(found.length === 0 ? [] : [`${id}-fault`])];
      return html`<fieldset class="choice ticks${found.length === 0 ? '' : ' faulty'}" id="${id}" tabindex="-1"${notes.length === 0 ? '' : html` aria-describedby="${notes.join(' ')}"`}><legend>${legend}</legend>
${hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`}
${found.length === 0 ? '' : html`<p class="fault" id="${id}-fault"><span class="visually-hidden">${words.forms.error}</span>${found.map(({ detail }) => detail).join(' ')}</p>`}
${text.options.map(([value, label]) => html`<label><input type="checkbox" name="${group}-${value}" value="yes"${isTicked(value) ? html` checked` : ''}> <span>${label}</span></label>`)}
</fieldset>`;
    },

    /** Draws a choice of a few. */
    choice(text: {
      readonly name: string;
      readonly legend: string;
      readonly options: readonly (readonly [value: string, label: string])[];
    }): Html {
      const chosen = valueOf(text.name);
      return html`<fieldset class="choice"><legend>${text.legend}</legend>
${text.options.map(([value, label]) => html`<label><input type="radio" name="${text.name}" value="${value}"${value === chosen ? html` checked` : ''}> <span>${label}</span></label>`)}
</fieldset>`;
    },

    hidden: (field: string): Html => html`<input type="hidden" name="${field}" value="${valueOf(field)}">`,
  };

  /** Names every fault at once, above the form: each leads to its field. */
  function faultSummary(): Html {
    if (!isSent || faults.length === 0) return html``;
    return html`<div class="notice bad" role="alert" id="faults" tabindex="-1" autofocus>
<h2>${words.forms.faults(faults.length)}</h2>
<ul>${faults.map(({ field, detail }) => html`<li>${field === '' ? detail : html`${labels.has(field) ? html`<b>${labels.get(field)}:</b> ` : ''}<a href="#${idOf(field)}">${detail}</a>`}</li>`)}</ul>
</div>`;
  }
}

export type DrawnForm = ReturnType<typeof formOf>;

interface FieldText {
  readonly name: string;
  readonly label: string;
  readonly hint?: Html | string;
  readonly isOptional?: boolean;
}
