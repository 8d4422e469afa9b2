import { either, entityRoles, providerEntityRoles } from '../../roles.ts'

/**
 * INVITED: no password yet, and the link is valid. EXPIRED: the link no longer is. LOCKED: too many wrong codes of the second
 * factor, until a new password is set by a link or the factor is removed.
 */
export const userStatuses = ['INVITED', 'ACTIVE', 'EXPIRED', 'LOCKED', 'DISABLED'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Invitations in one form. */
export const mostInvited = 50

/** The outcome of an invitation. TAKEN: the address belongs to somebody whom the caller does not see. */
export const invitationOutcomes = ['INVITED', 'ALREADY_INVITED', 'ALREADY_USER', 'TAKEN'] as const

export const userRoles = entityRoles('PLATFORMUSER')
export const providerUserRoles = providerEntityRoles('PSP_USER')

const ofBoth = (verb: keyof typeof userRoles) => either(userRoles[verb], providerUserRoles[verb])

/** Commands have the same address for both kinds of user. The server requires the roles for the user's kind. */
export const anyUserRoles = { create: ofBoth('create'), update: ofBoth('update'), delete: ofBoth('delete') }
