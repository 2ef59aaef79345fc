import { type CheckResult, fault, fine } from '../core/check-result.ts';
import { reachPostgres } from './reach-postgres.ts';

/** PgBouncer before 1.21 passes a named statement on to whichever session is free. */
const mixedUp = new Set(['42P05', '26000', '08P01']);

/** Checks whether a pooler keeps the prepared statements of its clients apart, which the service sends for each request. */
export async function checkPooler(url: string): Promise<CheckResult[]> {
  const subject = 'Pooler';
  const clients = [await reachPostgres(url, { isPooler: true }), await reachPostgres(url, { isPooler: true })];
  try {
    // Under one name, each client prepares a statement of its own: in the same session they collide.
    for (let round = 1; round <= 3; round += 1) {
      for (const [index, client] of clients.entries()) {
        const { rows } = await client.query<{ own: number }>({ name: 'doctor', text: `select ${index} as own` });
        if (rows[0]!.own !== index)
          throw Object.assign(new Error('a statement of another client ran'), { code: '26000' });
      }
    }
    return [fine(subject, 'It keeps prepared statements of its clients apart.')];
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!mixedUp.has(code)) throw error;
    const remedy =
      'Use PgBouncer 1.21 or newer with max_prepared_statements above 0, or pool_mode = session, or let DATABASE_URL name PostgreSQL itself.';
    return [fault(subject, `It mixes up the prepared statements of its clients: ${message}.`, remedy)];
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
