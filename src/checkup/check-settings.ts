import type { Config } from '../config.ts';
import { fine, type CheckResult, notice } from '../core/check-result.ts';

/** Checks settings that suit a developer's machine and rarely production. */
export function checkSettings(config: Config): CheckResult[] {
  // A service with its embedded database runs on a developer's machine.
  if (config.databaseUrl === null) return [];
  const results: CheckResult[] = [];
  if (config.webhookAllowLoopback) {
    results.push(
      notice(
        'WEBHOOK_ALLOW_LOOPBACK',
        'Test sellers can have webhooks sent to this machine.',
        'Leave it away where sellers are not people you know.',
      ),
    );
  }
  if (config.rateLimits.key === null || config.rateLimits.ip === null) {
    results.push(
      notice(
        'Rate limits',
        'The APIs have no request limit.',
        'Leave RATE_LIMIT_KEY and RATE_LIMIT_IP to their defaults.',
      ),
    );
  }
  if (config.graphiql === 'open') {
    results.push(notice('GraphiQL', 'Anybody may open it and ask for the schema.', 'Leave GRAPHIQL to its default.'));
  }
  if (config.redisUrl === null) {
    results.push(
      notice(
        'Queues',
        'They live in PostgreSQL.',
        'Set REDIS_URL where there are many auctions, or more than one process.',
      ),
    );
  }
  return results.length === 0 ? [fine('Settings', 'They suit a service that others use.')] : results;
}
