import { html } from 'hono/html';
import { isolated } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import { proofField, writeProof } from '../form-proof.ts';
import type { FieldFault } from '../../auction/check-bid-form.ts';
import type { DrawnField, Sent, Visit } from '../seller-page.ts';
import { allZones, timesOf } from '../zones.ts';

/**
 * A form of a page while it is drawn: what was typed comes back into the fields, and each fault stands at its field.
 *
 * @param visit who sees it
 * @param name the form's name in the table of the page
 * @param initial the values of the fields that were not typed
 * @param options.isNew true: these values are suggestions, and nothing that is stored
 */
export function formOf(
  visit: Visit,
  { form, fields, faults: all, proof, changes }: Omit<Sent, 'answer'>,
  name: string,
  initial: Readonly<Record<string, string | null | undefined>> = {},
  { isNew = false }: { readonly isNew?: boolean } = {},
) {
  const isSent = form === name;
  // The first fault of a field says enough.
  const faults = all.filter(({ field }, at) => field === '' || all.findIndex((each) => each.field === field) === at);
  const { words } = visit;
  const valueOf = (field: string): string => (isSent ? fields.get(field) : undefined) ?? initial[field] ?? '';
  const faultsAt = (field: string): readonly FieldFault[] =>
    isSent ? faults.filter((fault) => fault.field === field) : [];
  const idOf = (field: string) => `${name}-${field}`;
  /** The fields that are drawn by now, with their labels, for the list of faults above the form; `null`: the fault says enough. */
  const labels = new Map<string, string | null>();

  /** The fields that are drawn by now, as they are before anything is typed. */
  const drawn = new Map<string, DrawnField>();

  function draw(field: string, label: string | null, said: string | null = null): void {
    drawn.set(field, { value: initial[field] ?? '', label, said });
  }

  /** True once a field for files is drawn: the content of a form is drawn before the form. */
  let hasFiles = false;

  /** Draws what a screen reader reads along with a control: the hint and the faults. */
  function notesOf(field: string, hint?: Html | string) {
    const id = idOf(field);
    const found = faultsAt(field);
    const isFaulty = found.length > 0;
    const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(isFaulty ? [`${id}-fault`] : [])];
    return {
      id,
      faulty: isFaulty ? ' faulty' : '',
      isInvalid: isFaulty ? html` aria-invalid="true"` : '',
      describedBy: ids.length === 0 ? '' : html` aria-describedby="${ids.join(' ')}"`,
      hintNote: hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`,
      faultNote: isFaulty
        ? html`<p class="fault" id="${id}-fault"><span class="visually-hidden">${words.forms.error}</span>${found.map(({ detail }) => detail).join(' ')}</p>`
        : '',
    };
  }

  /** Draws a label, a hint, the faults and a control, which a screen reader reads as one. */
  function field(
    { name: field, label, hint, isOptional = false }: FieldText,
    control: (attributes: Html) => Html,
    said: (value: string) => string | null = (value) => value,
  ): Html {
    labels.set(field, label);
    draw(field, label, said(initial[field] ?? ''));
    const { id, faulty, isInvalid, describedBy, hintNote, faultNote } = notesOf(field, hint);
    return html`<div class="field${faulty}">
<label for="${id}">${label}${isOptional ? html` <span class="optional">(${words.forms.optional})</span>` : ''}</label>
${hintNote}
${faultNote}
${control(html` id="${id}" name="${field}"${describedBy}${isInvalid}`)}
</div>`;
  }

  /** Draws a choice of a list. */
  function select(text: FieldText & { readonly options: readonly (readonly [value: string, label: string])[] }): Html {
    const chosen = valueOf(text.name);
    return field(
      text,
      (attributes) =>
        html`<select${attributes}>${text.options.map(([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`)}</select>`,
      (stored) => text.options.find(([value]) => value === stored)?.[1] ?? null,
    );
  }

  /** Returns the token under which the form counts once, also after a page of its faults. */
  function tokenOf(): string {
    const hasCounted = isSent && all.some(({ detail }) => detail === words.refusals.idempotency_key_reused);
    return (hasCounted ? '' : valueOf('token')) || crypto.randomUUID();
  }

  return {
    /** Draws the form around its content. */
    form(content: Html): Html {
      const known: ReadonlyMap<string, DrawnField> = isNew ? new Map() : drawn;
      visit.drawn.set(name, known);
      return html`<form method="post" class="stack" id="form-${name}"${hasFiles ? html` enctype="multipart/form-data"` : ''}${isSent ? html` data-sent` : ''} novalidate>
<input type="hidden" name="form" value="${name}"><input type="hidden" name="${proofField}" value="${isSent && proof !== null ? proof : writeProof(visit, known)}">
<input type="hidden" name="token" value="${tokenOf()}">
${changeSummary()}${faultSummary()}${content}
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
        /** The values that the field offers; any other can be typed. */
        readonly suggestions?: readonly string[];
      },
    ): Html {
      const { type = 'text', maxLength, prefix, inputMode, isLatin = false, suggestions = [] } = text;
      const listed = `${idOf(text.name)}-list`;
      return field(
        text,
        (attributes) =>
          html`<div class="input${isLatin ? '' : ' free'}">${prefix === undefined ? '' : html`<span class="prefix" aria-hidden="true">${prefix}</span>`}<input type="${type}"${attributes} value="${valueOf(text.name)}" maxlength="${maxLength}" autocomplete="off"${inputMode === undefined ? '' : html` inputmode="${inputMode}"`}${isLatin ? '' : html` dir="auto"`}${suggestions.length === 0 ? '' : html` list="${listed}"`}></div>${suggestions.length === 0 ? '' : html`<datalist id="${listed}">${suggestions.map((each) => html`<option value="${each}"></option>`)}</datalist>`}`,
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

    select,

    /** Draws a day and a time of a calendar. In the hour that comes twice, when the clocks go back, it asks which one is meant. */
    time(text: FieldText): Html {
      const typed = valueOf(text.name);
      const [first, second] = timesOf(typed, valueOf('zone')) ?? [];
      const which = `${text.name}-offset`;
      return html`${field(
        text,
        (attributes) => html`<div class="input"><input type="datetime-local"${attributes} value="${typed}"></div>`,
      )}${
        first === undefined || second === undefined
          ? ''
          : select({
              name: which,
              label: words.forms.whichTime({ label: text.label }),
              options: [
                ['', ''],
                [first.offset, words.forms.firstTime({ offset: first.offset })],
                [second.offset, words.forms.secondTime({ offset: second.offset })],
              ],
            })
      }`;
    },

    /** Draws the zone that the times of the form are in: typed, or found in the list. */
    zone(label: string): Html {
      return field(
        { name: 'zone', label },
        (attributes) =>
          html`<div class="input"><input type="text"${attributes} value="${valueOf('zone')}" list="zones" maxlength="64" autocomplete="off" spellcheck="false"></div>
<datalist id="zones">${allZones().map(({ zone, offset }) => html`<option value="${zone}">${offset}</option>`)}</datalist>`,
      );
    },

    /** Draws a colour. */
    color(text: FieldText): Html {
      return field(text, (attributes) => html`<input type="color"${attributes} value="${valueOf(text.name)}">`);
    },

    /** Draws a choice of files. */
    file(text: FieldText & { readonly isMultiple?: boolean }): Html {
      hasFiles = true;
      return field(
        text,
        (attributes) =>
          html`<input type="file" class="file"${attributes} accept="image/jpeg,image/png,image/webp"${text.isMultiple === true ? html` multiple` : ''}>`,
      );
    },

    /** Draws a box to tick. */
    tick({ name: field, label }: { readonly name: string; readonly label: Html | string }): Html {
      labels.set(field, null);
      draw(field, typeof label === 'string' ? label : null);
      const { id, faulty, isInvalid, describedBy, faultNote } = notesOf(field);
      return html`<div class="tick${faulty}">${faultNote}
<label><input type="checkbox" id="${id}" name="${field}" value="yes"${valueOf(field) === '' ? '' : html` checked`}${isInvalid}${describedBy}> <span>${label}</span></label></div>`;
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
      const { name: group, legend, hint, options, ticked = [] } = text;
      labels.set(group, legend);
      const { id, faulty, describedBy, hintNote, faultNote } = notesOf(group, hint);
      for (const [value] of options)
        drawn.set(`${group}-${value}`, { value: ticked.includes(value) ? 'yes' : '', label: legend, said: null });
      const isTicked = (value: string) => (isSent ? fields.has(`${group}-${value}`) : ticked.includes(value));
      return html`<fieldset class="choice ticks${faulty}" id="${id}" tabindex="-1"${describedBy}><legend>${legend}</legend>
${hintNote}
${faultNote}
${options.map(([value, label]) => html`<label><input type="checkbox" name="${group}-${value}" value="yes"${isTicked(value) ? html` checked` : ''}> <span>${label}</span></label>`)}
</fieldset>`;
    },

    /** Draws a choice of a few. */
    choice(text: {
      readonly name: string;
      readonly legend: string;
      readonly options: readonly (readonly [value: string, label: string])[];
    }): Html {
      const chosen = valueOf(text.name);
      const stored = text.options.find(([value]) => value === (initial[text.name] ?? ''));
      draw(text.name, text.legend, stored?.[1] ?? null);
      return html`<fieldset class="choice"><legend>${text.legend}</legend>
${text.options.map(([value, label]) => html`<label><input type="radio" name="${text.name}" value="${value}"${value === chosen ? html` checked` : ''}> <span>${label}</span></label>`)}
</fieldset>`;
    },

    hidden(field: string): Html {
      draw(field, null);
      return html`<input type="hidden" name="${field}" value="${valueOf(field)}">`;
    },
  };

  /** Names what has changed since the form was opened. */
  function changeSummary(): Html {
    if (!isSent || changes.length === 0) return html``;
    const named = changes.filter(({ label }) => label !== null);
    // Boxes of one list have the same label.
    const seen = named.filter(({ label }, at) => named.findIndex((each) => each.label === label) === at);
    return html`<div class="notice" role="alert" id="changes" tabindex="-1" autofocus>
<h2>${words.forms.changed}</h2>
<ul>${seen.map(({ field, label, now }) => html`<li><b>${labels.has(field) ? html`<a href="#${idOf(field)}">${label}</a>` : label}</b>${now === null || now.length > maxSaid ? '' : html`: ${words.forms.changedTo({ value: isolated(now) })}`}</li>`)}</ul>
<p>${words.forms.changedHint}</p>
</div>`;
  }

  /** Names every fault at once, above the form: each leads to its field, if the form shows that. */
  function faultSummary(): Html {
    if (!isSent || faults.length === 0) return html``;
    return html`<div class="notice bad" role="alert" id="faults" tabindex="-1" autofocus>
<h2>${words.forms.faults({ count: faults.length })}</h2>
<ul>${faults.map(({ field, detail }) => html`<li>${labels.get(field) == null ? '' : html`<b>${labels.get(field)}:</b> `}${labels.has(field) ? html`<a href="#${idOf(field)}">${detail}</a>` : detail}</li>`)}</ul>
</div>`;
  }
}

/** A longer text is not repeated where it has changed. */
const maxSaid = 200;

export type DrawnForm = ReturnType<typeof formOf>;

interface FieldText {
  readonly name: string;
  readonly label: string;
  readonly hint?: Html | string;
  readonly isOptional?: boolean;
}
