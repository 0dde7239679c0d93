/** Parts from which the service is built: the process chooses them, and tests replace some. */
import type { CheckpointStore } from '../areas/firm/audit/index.ts'
import type { MailTiming } from '../areas/firm/mails/index.ts'
import type { WebhookTiming } from '../areas/firm/webhooks/index.ts'
import type { Config } from '../config.ts'
import type { ConnectionLimits } from '../http/connection-limits.ts'
import type { WebApp } from '../http/web-app.ts'
import type { Clock, MovableClock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { EventLoopLoad } from '../platform/event-loop-load.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { FreeSpace } from '../platform/free-space.ts'
import type { IssuerFetchOptions } from '../platform/issuer-fetch.ts'
import type { Log } from '../platform/log.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { MetricsSink } from '../platform/metrics.ts'
import type { ResolveHost } from '../platform/outbound-addresses.ts'
import type { Passwords } from '../platform/passwords.ts'
import type { TokenBuckets } from '../platform/token-buckets.ts'
import type { Tracing } from '../platform/traces.ts'
import type { VirusScanner } from '../platform/virus-scanner.ts'

export interface Parts {
  config: Config
  database: Database
  buckets: TokenBuckets
  mailer: Mailer
  /** When mails are sent; as in production unless given. */
  mailTiming?: MailTiming
  /** When webhooks are served; as in production unless given. */
  webhookTiming?: WebhookTiming
  /** Resolves the host names of webhooks; with the system's resolver unless given. */
  resolveHost?: ResolveHost
  fileStore: FileStore
  /** Null where uploads are not scanned. */
  scanner: VirusScanner | null
  passwords: Passwords
  clock: Clock
  /** The clock of authenticator apps: that of the system unless given, because people cannot move the clocks of their phones. */
  codeClock?: Clock
  log: Log
  /** Answers are held against their contracts: in tests. */
  verifiesOutput?: boolean
  /** Null where only the API is wanted. */
  webApp: WebApp | null
  /** The clock above, where people may move it: a development installation. */
  movableClock?: MovableClock
  /** Audit checkpoints outside the database; where the configuration says unless given. */
  anchors?: CheckpointStore
  /** Room on the disks; that of the folders of the configuration unless given. */
  freeSpace?: FreeSpace
  /** Requests are refused while the event loop is too far behind; absent in tests, which share their machine. */
  eventLoopLoad?: Pick<EventLoopLoad, 'isOverloaded'>
  connectionLimits?: Partial<ConnectionLimits>
  /** How providers of firms are reached, where it differs: in tests. */
  issuerFetch?: Partial<IssuerFetchOptions>
  /** Where responses are counted; absent without metrics. */
  metrics?: MetricsSink
  /** Absent without a collector of traces. */
  tracing?: Tracing | undefined
  /** The service is about to stop and wants no new work. */
  isDraining?: () => boolean
}
