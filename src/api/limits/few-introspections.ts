import { type ValidationRule, visit } from 'graphql';
import { Refusal } from '../../core/refusal.ts';

/**
 * Returns a validation rule that limits the introspection fields of a document. Each answer takes milliseconds and
 * kilobytes, and the other limits do not count the fields below `__schema`.
 *
 * @throws Refusal `invalid_request`
 */
export function fewIntrospections(max: number): ValidationRule {
  return (context) => ({
    Document(document) {
      let count = 0;
      visit(document, {
        Field: ({ name }) => {
          if (name.value === '__schema' || name.value === '__type') count += 1;
        },
        // Each spread repeats the introspection of its fragment.
        FragmentSpread: ({ name }) => {
          const loc = context.getFragment(name.value)?.loc;
          if (/__(schema|type)\b/.test(loc?.source.body.slice(loc.start, loc.end) ?? '')) count += 1;
        },
      });
      if (count <= max) return;
      throw new Refusal('invalid_request', {
        detail: `The document asks for the schema too often: at most ${max} times.`,
      });
    },
  });
}
