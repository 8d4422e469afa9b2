/** A UUID in either case, as callers may write it. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidPattern.test(text)

/** A UUID in small letters, as PostgreSQL writes it. */
export const isCanonicalUuid = (text: string): boolean => isUuid(text) && text === text.toLowerCase()
