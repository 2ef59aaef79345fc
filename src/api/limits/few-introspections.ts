import { Kind, type ValidationRule, visit } from 'graphql';
import { Refusal } from '../../core/refusal.ts';

/**
 * Returns a validation rule that limits the introspection fields of a document. Each answer takes milliseconds and
 * kilobytes, and the other limits do not count the fields below `__schema`.
 *
 * @throws Refusal `invalid_request`
 */
export function fewIntrospections(max: number): ValidationRule {
  return () => ({
    Document(document) {
      let count = 0;
      visit(document, {
        Field: ({ name }) => {
          if (name.value === '__schema' || name.value === '__type') count += 1;
        },
        // Each spread repeats the introspection of its fragment.
        FragmentSpread: ({ name }) => {
          const fragment = document.definitions.find(
            (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name.value,
          );
          if (
            fragment !== undefined &&
            /__(schema|type)\b/.test(fragment.loc?.source.body.slice(fragment.loc.start, fragment.loc.end) ?? '')
          ) {
            count += 1;
          }
        },
      });
      if (count <= max) return;
      throw new Refusal('invalid_request', {
        detail: `The document asks for the schema too often: at most ${max} times.`,
      });
    },
  });
}
