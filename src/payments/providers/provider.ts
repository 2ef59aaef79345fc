import type { Config } from '../../platform/config.ts';
import type { CheckResult } from '../../core/check-result.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Gateway } from './gateway.ts';
import type { EventReader } from './provider-event.ts';
import type { ProviderPage } from './provider-page.ts';

export interface ProviderDeps {
  readonly config: Config;
  readonly db: Database;
}

/**
 * The parts of one payment provider. Each provider has a folder, and a line in `providers.ts`.
 *
 * @typeParam Made `Gateway` if the provider needs no configuration
 */
export interface Provider<Made extends Gateway | null = Gateway | null> {
  /** @returns `null`: the provider is not configured */
  makeGateway(deps: ProviderDeps): Made;
  /** @returns `null`: the provider is not configured */
  makePage(deps: ProviderDeps): ProviderPage | null;
  /** @returns `null`: the provider sends no events, or is not configured */
  eventsOf(config: Config): EventReader | null;
  /** Checks the configuration at the provider, and changes nothing. */
  check(config: Config, signal?: AbortSignal): Promise<CheckResult[]>;
}
