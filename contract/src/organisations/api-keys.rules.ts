import { anyOf, either, providerEntityRoles } from '../roles.ts'

/** A merchant's own users need the right to everything; the provider's staff have an area of their own. */
export const createApiKeyRoles = either(anyOf('USER_ALL'), providerEntityRoles('PSP_APIKEY').create)

/**
 * From where a key was used and who revoked it: for whoever can revoke keys of the merchant, and for the provider's staff who may
 * list keys. Anybody else has nothing to judge by it.
 */
export const apiKeyUseRoles = either(anyOf('USER_ALL'), providerEntityRoles('PSP_APIKEY').list)

/** A key ends after ten years at the latest, unless it never does. */
export const longestLife_days = 3650

/** A key with fewer days left is hardly replaced by one that ends with it: its end is asked for. */
export const soonEnded_days = 30

/** EXPIRING: it expires within two weeks. ROTATING: another key replaced it, and it still works for a while. */
export const apiKeyStatuses = ['ACTIVE', 'EXPIRING', 'ROTATING', 'EXPIRED', 'REVOKED'] as const

/** Hours for which a replaced key or secret keeps working. */
export const overlapHours = [0, 1, 24, 48, 168] as const
