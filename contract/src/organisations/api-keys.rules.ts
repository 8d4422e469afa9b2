/** EXPIRING: within two weeks. ROTATING: another took its place, and it still works for a while. */
export const apiKeyStatuses = ['ACTIVE', 'EXPIRING', 'ROTATING', 'EXPIRED', 'REVOKED'] as const

/** For so long the key or secret that was replaced may still be used. */
export const overlapHours = [0, 1, 24, 48, 168] as const
