/** Two states of one thing, cut down to what differs between them. */
export interface Differences<State> {
  readonly before: Partial<State>;
  readonly after: Partial<State>;
}

/** @returns `null` where nothing differs: then there is nothing to remember */
export function differences<State extends object>(before: State, after: State): Differences<State> | null {
  const changed = (Object.keys(after) as (keyof State)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (changed.length === 0) return null;
  const cut = (state: State) => Object.fromEntries(changed.map((name) => [name, state[name]])) as Partial<State>;
  return { before: cut(before), after: cut(after) };
}
