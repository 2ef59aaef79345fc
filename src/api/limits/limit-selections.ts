import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { Refusal } from '../../core/refusal.ts';
import { fragmentsOf } from '../plans/fragments-of.ts';

export interface SelectionLimits {
  readonly aliases: number;
  readonly sameNames: number;
  readonly fields: number;
  readonly depth: number;
}

type Fragments = ReturnType<typeof fragmentsOf>;

/**
 * Limits the fields of a document before it is validated: GraphQL's rule about fields that can be merged compares each
 * two fields of the same name in the answer, so its time grows with the square of their number.
 *
 * @throws Refusal `invalid_request`
 */
export function limitSelections(document: DocumentNode, limits: SelectionLimits): void {
  const fragments = fragmentsOf(document);
  const reached = new Set<string>();
  let fields = 0;
  let aliases = 0;

  /** Visits the selections that make one object of the answer. */
  function visit(sets: readonly SelectionSetNode[], depth: number): void {
    // GraphQL's own rules refuse fragments in a circle, and the limit of levels what is deeper.
    if (depth > limits.depth) return;
    for (const [name, nodes] of collectFields(fragments, sets, reached)) {
      if (nodes.length > limits.sameNames) {
        refuse(`The document asks for ${name} too often in one place: at most ${limits.sameNames} times.`);
      }
      fields += nodes.length;
      if (fields > limits.fields) refuse(`The document asks for too many fields: at most ${limits.fields}.`);
      aliases += nodes.filter(({ alias, name: { value } }) => alias !== undefined && value !== '__typename').length;
      if (aliases > limits.aliases) refuse(`The operation has too many aliases: at most ${limits.aliases}.`);
      const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inner.length > 0) visit(inner, depth + 1);
    }
  }

  const definitions = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  for (const { selectionSet } of operations) {
    aliases = 0;
    visit([selectionSet], 1);
  }
  // A fragment that no operation spreads is validated, too.
  for (const { kind, name, selectionSet } of definitions) {
    if (kind === Kind.FRAGMENT_DEFINITION && !reached.has(name.value)) visit([selectionSet], 1);
  }
}

/**
 * Collects the fields of selections by their name in the answer, as the executor does. Each fragment counts once.
 *
 * @param reached gets the names of the spread fragments
 */
export function collectFields(
  fragments: Fragments,
  sets: readonly SelectionSetNode[],
  reached: Set<string> = new Set(),
): Map<string, FieldNode[]> {
  const collected = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const pending = [...sets];
  for (let set = pending.pop(); set !== undefined; set = pending.pop()) {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const nodes = collected.get(name);
        if (nodes === undefined) collected.set(name, [selection]);
        else nodes.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        pending.push(selection.selectionSet);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        reached.add(selection.name.value);
        const fragment = fragments[selection.name.value];
        if (fragment !== undefined) pending.push(fragment.selectionSet);
      }
    }
  }
  return collected;
}

function refuse(detail: string): never {
  throw new Refusal('invalid_request', { detail });
}
