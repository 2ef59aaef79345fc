import { pathInSource, type Rule } from './rule.ts';

// The folders of templates of the pages for bidders and sellers; their words are in `locales/`.
const templates = /^(?:pages\/|payments\/providers\/[^/]+\/make-.*-page\.ts$)/;
// A fragment inside of a tag, such as ` data-live="leading"`: names of attributes, and values that nobody reads.
const attributesAlone =
  /^(?:\s(?:autofocus|checked|multiple|open|selected|[a-z]+-[^\s"=]+|[a-z-]+(?==))(?:="[^"]*")?)+\W*$/;
const readAttributes = /\b(?:aria-label|alt|title|placeholder|data-busy)="[^"]*\p{L}{2}/u;

/** Words that bidders and sellers read stand in the catalogues of the languages, never in a template. */
export const wordsInCatalogues: Rule = {
  create(context) {
    const path = pathInSource(context);
    if (path === null || !templates.test(path)) return {};
    return {
      TaggedTemplateExpression(node) {
        if (node.tag.type !== 'Identifier' || node.tag.name !== 'html') return;
        // An expression ends no word and no tag.
        const text = node.quasi.quasis.map(({ value }) => value.raw).join('\u0000');
        const read = attributesAlone.test(text) ? '' : text.replaceAll(/<[^>]*>|&\w+;|\b[\w-]+="[^"]*$/g, ' ');
        if (!/\p{L}{2}/u.test(read) && !readAttributes.test(text)) return;
        context.report({ node, message: 'People read this in four languages: take the words from a catalogue.' });
      },
    };
  },
};
