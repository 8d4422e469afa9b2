import { z } from 'zod'

const milliseconds = (standard: number) => z.coerce.number().int().min(0).default(standard)

const environment = z.object({
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).default(4010),
  SANDBOX_DATABASE_URL: z.string(),
  /** The address of the sandbox for a payer's browser. Default: the address that it listens on. */
  SANDBOX_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The address of the Kontor at which the shop takes payments. */
  SANDBOX_KONTOR_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Milliseconds from SETTLEMENT_REQUESTED to SETTLEMENT_COMPLETED. */
  SANDBOX_SETTLE_AFTER_MS: milliseconds(8_000),
  /** Milliseconds from PENDING to the outcome. */
  SANDBOX_PENDING_FOR_MS: milliseconds(5_000),
  /** Milliseconds from ACTION_REQUIRED to ABANDONED. */
  SANDBOX_ABANDON_AFTER_MS: milliseconds(15 * 60_000),
  /** Milliseconds from SETTLEMENT_COMPLETED to the chargeback. */
  SANDBOX_CHARGEBACK_AFTER_MS: milliseconds(5_000),
  /** Milliseconds from IN_DISPUTE to WON or LOST. */
  SANDBOX_DISPUTE_FOR_MS: milliseconds(20_000),
  /** Milliseconds from a failure to the success that comes all the same, where a rule says so. */
  SANDBOX_LATE_SUCCESS_AFTER_MS: milliseconds(10_000),
  /** Milliseconds from the success of a capture or refund to its failure, where a rule says so. */
  SANDBOX_UNDO_AFTER_MS: milliseconds(10_000),
  /** Milliseconds that a reference is remembered for an account that is told later. */
  SANDBOX_KEY_LIFE_MS: milliseconds(60 * 60_000),
  SANDBOX_LATE_NOTIFICATION_MS: milliseconds(30_000),
  SANDBOX_SLOW_REPLY_MS: milliseconds(3_000),
  /** Milliseconds that the connection of a missing reply stays open. */
  SANDBOX_HOLD_MS: milliseconds(60_000),
  /** Milliseconds after the first failed attempt; doubled after each further one, up to five minutes. */
  SANDBOX_NOTIFY_RETRY_MS: milliseconds(1_000),
  SANDBOX_NOTIFY_TIMEOUT_MS: milliseconds(5_000),
  SANDBOX_NOTIFY_ATTEMPTS: z.coerce.number().int().min(1).default(12),
  /** Milliseconds between two looks for due changes and notifications. */
  SANDBOX_POLL_MS: milliseconds(200),
})

export const readSettings = (variables: Record<string, string | undefined>) =>
  environment
    .transform((from) => ({
      host: from.SANDBOX_HOST,
      port: from.SANDBOX_PORT,
      database_url: from.SANDBOX_DATABASE_URL,
      public_url: from.SANDBOX_PUBLIC_URL?.replace(/\/$/, ''),
      kontor_url: from.SANDBOX_KONTOR_URL,
      settle_after_ms: from.SANDBOX_SETTLE_AFTER_MS,
      pending_for_ms: from.SANDBOX_PENDING_FOR_MS,
      abandon_after_ms: from.SANDBOX_ABANDON_AFTER_MS,
      chargeback_after_ms: from.SANDBOX_CHARGEBACK_AFTER_MS,
      dispute_for_ms: from.SANDBOX_DISPUTE_FOR_MS,
      late_success_after_ms: from.SANDBOX_LATE_SUCCESS_AFTER_MS,
      undo_after_ms: from.SANDBOX_UNDO_AFTER_MS,
      key_life_ms: from.SANDBOX_KEY_LIFE_MS,
      late_notification_ms: from.SANDBOX_LATE_NOTIFICATION_MS,
      slow_reply_ms: from.SANDBOX_SLOW_REPLY_MS,
      hold_ms: from.SANDBOX_HOLD_MS,
      notify_retry_ms: from.SANDBOX_NOTIFY_RETRY_MS,
      notify_timeout_ms: from.SANDBOX_NOTIFY_TIMEOUT_MS,
      notify_attempts: from.SANDBOX_NOTIFY_ATTEMPTS,
      poll_ms: from.SANDBOX_POLL_MS,
    }))
    .parse(variables)

export type Settings = ReturnType<typeof readSettings>
