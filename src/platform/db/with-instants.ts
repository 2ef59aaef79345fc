/** Turns the instants in JSON of PostgreSQL, which are texts there, into dates, in place. The name of an instant ends in `At`, or is `now`. */
export function withInstants<Json extends object>(json: Json): Json {
  const members: Record<string, unknown> = json as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    if (typeof value === 'string' && /At$|^now$/.test(name)) members[name] = new Date(value);
    else if (typeof value === 'object' && value !== null) withInstants(value);
  }
  return json;
}
