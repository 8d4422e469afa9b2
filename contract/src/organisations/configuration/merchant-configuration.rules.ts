import { anyOf } from '../../roles.ts'

/** The specification opens the screen to this role alone (001 section 2.10). */
export const configurationRoles = anyOf('PSP_ALL')

/** No limit of days is longer. Money is held by card networks for a month at most. */
export const longestRefund_days = 3_650
export const longestHold_days = 30

/**
 * Kinds of data that can be kept for a shorter time for one merchant than for the installation, with the fewest days. The names
 * are those of KONTOR_KEEP_DAYS.
 */
export const merchantKeptLeast = {
  webhooks: 7,
  notification_contents: 30,
  link_events: 90,
  terminal_requests: 7,
  import_files: 1,
} as const

export type MerchantKeptKind = keyof typeof merchantKeptLeast
// Every kind is a key.
export const merchantKeptKinds = Object.keys(merchantKeptLeast) as MerchantKeptKind[]
