import { either, entityRoles, providerEntityRoles, type Requirement } from '../../roles.ts'

/** A bundle is for the users of a merchant, or for the provider's staff. */
export type BundleKind = 'merchant' | 'provider'

/** The roles to manage users are also the roles to manage the bundles for them. */
export const bundleRoles = {
  merchant: entityRoles('PLATFORMUSER'),
  provider: providerEntityRoles('PSP_USER'),
} as const

export const bundleRolesOfEither = (verb: keyof typeof bundleRoles.merchant): Requirement =>
  either(bundleRoles.merchant[verb], bundleRoles.provider[verb])

/** The most bundles of one merchant, or of the provider. */
export const mostBundles = 100
