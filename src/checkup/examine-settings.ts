import type { Config } from '../config.ts';
import { fine, type Finding, notice } from './finding.ts';

/** Settings that are right on a desk and rarely elsewhere. */
export function examineSettings(config: Config): Finding[] {
  // Alone with a database of its own, it is on a desk.
  if (config.databaseUrl === null) return [];
  const findings: Finding[] = [];
  if (config.webhookAllowLoopback) {
    findings.push(
      notice(
        'WEBHOOK_ALLOW_LOOPBACK',
        'Test sellers can have webhooks sent to this machine.',
        'Leave it away where sellers are not people you know.',
      ),
    );
  }
  if (config.rateLimits.key === null || config.rateLimits.ip === null) {
    findings.push(
      notice(
        'Rate limits',
        'The APIs may be asked without a limit.',
        'Leave RATE_LIMIT_KEY and RATE_LIMIT_IP to their defaults.',
      ),
    );
  }
  if (config.graphiql === 'open') {
    findings.push(
      notice('GraphiQL', 'Anybody may open it and ask for the schema.', 'Set GRAPHIQL=admin, or NODE_ENV=production.'),
    );
  }
  if (config.redisUrl === null) {
    findings.push(
      notice(
        'Queues',
        'They live in PostgreSQL.',
        'Set REDIS_URL where there are many auctions, or more than one process.',
      ),
    );
  }
  return findings.length === 0 ? [fine('Settings', 'They suit a service that others use.')] : findings;
}
