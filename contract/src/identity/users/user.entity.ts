import { languages } from '../../codes/languages.ts'
import { defineEntity, type Row } from '../../entity.ts'
import { choice, choices, id, ofMerchant, optional, ref, text, timestamp } from '../../field.ts'
import { merchantRoles, roles } from '../../roles.ts'
import { mfaRequirements } from '../mfa.rules.ts'
import { providerUserRoles, userRoles, userStatuses } from './user.rules.ts'

const fields = {
  id: id(),
  created_at: timestamp(),
  name: text(),
  email: text(),
  status: choice(userStatuses),
  /** The second factor that the user has set up. */
  mfa: choice(['none', 'email', 'google']),
  /** The second factor that is required of this user. The merchant or the provider may require more of all users. */
  mfa_required: choice(mfaRequirements),
  language: choice(languages),
  last_sign_in_at: optional(timestamp()),
  /** When the newest invitation was made. */
  invited_at: optional(timestamp()),
  /** When the link to set a first password expires; null for a user who has a password or is disabled. */
  link_expires_at: optional(timestamp()),
}

const filters = {
  id: 'any',
  status: 'any',
  roles: 'any',
  mfa: 'any',
  mfa_required: 'any',
  created_at: 'range',
  last_sign_in_at: 'range',
} as const

const search = { name: 'contains', email: 'contains', id: 'is' } as const
const sort = ['created_at', 'name', 'email', 'last_sign_in_at'] as const

/** A person who signs in on behalf of a merchant. */
export const user = defineEntity({
  name: 'user',
  resource: 'user',
  fields: {
    ...fields,
    roles: choices(merchantRoles),
    /** The user sees this organisation and those below it. */
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  // `organisation=` without brackets is not a filter: it narrows the view to that part of the merchant.
  filters: { ...filters, organisation: 'among' },
  search,
  sort,
  populate: ['organisation'],
  hasHistory: true,
  roles: userRoles,
  export: [
    'id',
    'created_at',
    'name',
    'email',
    'status',
    'organisation',
    'merchant_name',
    'roles',
    'mfa',
    'mfa_required',
    'language',
    'last_sign_in_at',
  ],
})

/** One of the provider's staff. */
export const providerUser = defineEntity({
  name: 'psp_user',
  resource: 'psp/user',
  recordedAs: 'user',
  fields: { ...fields, roles: choices(roles) },
  filters,
  search,
  sort,
  hasHistory: true,
  roles: providerUserRoles,
  export: [
    'id',
    'created_at',
    'name',
    'email',
    'status',
    'roles',
    'mfa',
    'mfa_required',
    'language',
    'last_sign_in_at',
  ],
})

export type User = Row<typeof user>
export type ProviderUser = Row<typeof providerUser>
