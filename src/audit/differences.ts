/** Two states of one object, reduced to the fields that differ. */
export interface Differences<State> {
  readonly before: Partial<State>;
  readonly after: Partial<State>;
}

/**
 * Compares two states of an object.
 *
 * @returns `null` if nothing differs: then no entry is needed
 */
export function differences<State extends object>(before: State, after: State): Differences<State> | null {
  const changed = (Object.keys(after) as (keyof State)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (changed.length === 0) return null;
  const cut = (state: State) => Object.fromEntries(changed.map((name) => [name, state[name]])) as Partial<State>;
  return { before: cut(before), after: cut(after) };
}
