/** EXPIRING: it expires within two weeks. ROTATING: another key replaced it, and it still works for a while. */
export const apiKeyStatuses = ['ACTIVE', 'EXPIRING', 'ROTATING', 'EXPIRED', 'REVOKED'] as const

/** Hours for which a replaced key or secret keeps working. */
export const overlapHours = [0, 1, 24, 48, 168] as const
