/** A kind of statement that a version which is still running, or a table that is in use, cannot take. */
interface Hazard {
  readonly pattern: RegExp;
  /** What it does to whoever works meanwhile, and what to do instead. */
  readonly says: string;
  /** On a table that the same migration makes it does no harm. */
  readonly isFineOnNewTable?: boolean;
}

const table = String.raw`(?:only\s+)?(?:"?public"?\.)?"?(\w+)"?`;

function hazard(statement: string, says: string, isFineOnNewTable = true): Hazard {
  return { pattern: new RegExp(statement, 'is'), says, isFineOnNewTable };
}

const hazards: readonly Hazard[] = [
  hazard(
    `^drop\\s+table\\s+(?:if\\s+exists\\s+)?${table}`,
    'the version before may still read it: drop it a version later',
    false,
  ),
  hazard(
    `^drop\\s+(?:type|function|view|sequence)\\b`,
    'the version before may still use it: drop it a version later',
    false,
  ),
  hazard(
    `^alter\\s+table\\s+${table}.*\\bdrop\\s+column\\b`,
    'the version before may still read it: drop it a version later',
  ),
  hazard(
    `^alter\\s+(?:table|type|index)\\s+${table}.*\\brename\\b`,
    'the version before knows the old name: add, copy, and drop a version later',
    false,
  ),
  hazard(
    `^alter\\s+table\\s+${table}.*\\balter\\s+(?:column\\s+)?"?\\w+"?\\s+(?:set\\s+data\\s+)?type\\b`,
    'it rewrites the table under a lock: add a column, copy, and drop the old one a version later',
  ),
  hazard(
    `^alter\\s+table\\s+${table}.*\\bset\\s+not\\s+null\\b`,
    'it reads the table under a lock: add a check "is not null" as not valid, and validate it in the next migration',
  ),
  hazard(
    `^alter\\s+table\\s+${table}.*\\badd\\s+column\\s+(?:(?!\\bdefault\\b|,).)*\\bnot\\s+null\\b(?!(?:(?!,).)*\\bdefault\\b)`,
    'rows that are there, and those that the version before writes, lack it: give it a default',
  ),
  hazard(
    `^alter\\s+table\\s+${table}.*\\badd\\s+column\\s+[^,]*\\bdefault\\s+(?:clock_timestamp|now|uuidv7|gen_random_uuid|random|nextval)\\b`,
    'its default differs by row, so that it rewrites the table under a lock: add it without, then the default',
  ),
  hazard(
    `^create\\s+(?:unique\\s+)?index\\s+(?!concurrently)(?:if\\s+not\\s+exists\\s+)?\\S+\\s+on\\s+${table}`,
    'nobody can write meanwhile: make it concurrently, in a migration of its own',
  ),
  hazard(
    `^drop\\s+index\\s+(?!concurrently)`,
    'it waits for every reader, and all wait for it: drop it concurrently',
    false,
  ),
  hazard(
    `^alter\\s+table\\s+${table}.*\\badd\\s+constraint\\s+(?:(?!\\bnot\\s+valid\\b).)*\\b(?:foreign\\s+key|check)\\b(?!.*\\bnot\\s+valid\\b)`,
    'it reads the table under a lock: add it as not valid, and validate it in the next migration',
  ),
  hazard(
    `^alter\\s+table\\s+${table}.*\\badd\\s+constraint\\s+\\S+\\s+(?:unique|primary\\s+key|exclude)\\b(?!.*\\busing\\s+index\\b)`,
    'it makes an index under a lock: make the index concurrently, then add the constraint using it',
  ),
  hazard(`^(?:lock|truncate|cluster|vacuum\\s+full|reindex\\s+(?!.*concurrently))\\b`, 'everybody waits for it', false),
  hazard(
    `^(?:update\\s+${table}|delete\\s+from\\s+${table})`,
    'it holds every row until the migration commits: let the sweep do it, some rows at a time',
  ),
];

/**
 * A migration keeps every lock until it commits, and waits for each at most `lock_timeout`, 200 ms: so long do those wait who come
 * after it. Three of them stay below a second.
 */
const maxLockedTables = 3;

/** Statements that take a lock for which writers wait, and the table that they name. */
const locking: readonly RegExp[] = [
  new RegExp(`^alter\\s+table\\s+(?:if\\s+exists\\s+)?${table}`, 'i'),
  new RegExp(`^(?:create|drop)\\s+(?:or\\s+replace\\s+)?(?:constraint\\s+)?trigger\\s.*?\\son\\s+${table}`, 'is'),
  // A foreign key locks the table that it refers to as well.
  new RegExp(`^(?:alter|create)\\s+table\\s.*?\\breferences\\s+${table}`, 'is'),
];

/** Statements whose time grows with a table. Rows that are written out are few. */
const isSlow = /^(?:insert\s+into\b(?!.*\bvalues\b)|update\b|delete\b|with\b|select\b|merge\b|copy\b|do\b|call\b)/is;

/** Statements after which an earlier version cannot read the database. */
const takesAway = /^(?:drop\s+table\b|alter\s+table\s.*?\b(?:drop\s+column|rename)\b)/is;

/**
 * What of a migration is not safe beside processes of the version before, one sentence each. A statement that is safe for a
 * reason that cannot be seen says it right above itself: `-- Safe: no version has read it since …`.
 */
export function unsafeInMigration(sql: string): string[] {
  const statements = statementsOf(sql);
  const made = new Set(
    statements.flatMap(
      ({ text }) => new RegExp(`^create\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?${table}`, 'i').exec(text)?.[1] ?? [],
    ),
  );
  const concurrent = statements.filter(({ text }) => /\bindex\s+concurrently\b/i.test(text));
  const crowded =
    concurrent.length > 0 && statements.length > 1 ? ['What is made concurrently stands alone in its migration.'] : [];
  const taking = statements.filter(({ text, isExcused }) => isExcused && takesAway.test(text));
  const silent =
    taking.length > 0 && !/insert\s+into\s+"?oldest_readers"?/i.test(sql)
      ? [
          'What an earlier version reads is taken away: insert the oldest version that can read the database into oldest_readers.',
        ]
      : [];
  const unsafe = statements.flatMap(({ text, isExcused }) => {
    if (isExcused) return [];
    return hazards.flatMap(({ pattern, says, isFineOnNewTable }) => {
      const found = pattern.exec(text);
      if (found === null) return [];
      const named = found.slice(1).find((name) => name !== undefined);
      if (isFineOnNewTable === true && named !== undefined && made.has(named)) return [];
      return [`"${firstLineOf(text)}": ${says}`];
    });
  });
  return [...crowded, ...silent, ...unsafe, ...unsafeUnderLocks(statements, made)];
}

/** What makes others wait as this migration holds locks of tables that are in use. */
function unsafeUnderLocks(statements: readonly Statement[], made: ReadonlySet<string>): string[] {
  const locked = new Set(
    statements
      .flatMap(({ text }) => locking.flatMap((pattern) => pattern.exec(text)?.[1] ?? []))
      .filter((name) => !made.has(name)),
  );
  const slow = statements.filter(({ text, isExcused }) => !isExcused && isSlow.test(text));
  const setsTimeout = statements.filter(({ text }) => /\block_timeout\b/i.test(text));
  return [
    ...(locked.size > maxLockedTables
      ? [`It locks ${[...locked].join(', ')}: no more than ${maxLockedTables} tables that are in use in one migration.`]
      : []),
    ...(locked.size === 0 ? [] : slow).map(
      ({ text }) =>
        `"${firstLineOf(text)}": it runs under the lock of ${[...locked].join(', ')}, and every writer waits: give it a migration of its own`,
    ),
    ...setsTimeout.map(({ text }) => `"${firstLineOf(text)}": migrations are run with a lock_timeout, and tried again`),
  ];
}

function firstLineOf(text: string): string {
  return text.split('\n', 1)[0]!.slice(0, 80);
}

interface Statement {
  readonly text: string;
  readonly isExcused: boolean;
}

/** Statements without their comments. Bodies of functions stay whole, and are no statement of any kind above. */
function statementsOf(sql: string): Statement[] {
  const parts = sql.split(/;(?=(?:(?:[^$]|\$(?!\$))*\$\$(?:[^$]|\$(?!\$))*\$\$)*(?:[^$]|\$(?!\$))*$)/);
  return parts
    .map((part) => ({
      text: part.replaceAll(/--.*$/gm, '').trim(),
      isExcused: /^--\s*safe: \S/im.test(part),
    }))
    .filter(({ text }) => text !== '');
}
