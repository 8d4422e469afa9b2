import { anyOf } from '../../roles.ts'

/** The specification opens the screen to this role alone (001 section 2.10). */
export const configurationRoles = anyOf('PSP_ALL')

/** No limit of days is longer. Money is held by card networks for a month at most. */
export const longestRefund_days = 3_650
export const longestHold_days = 30
