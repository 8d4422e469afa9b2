import type { DemoPersonKey } from '@kontor/contract/identity/demo.rules'
import type { Role } from '@kontor/contract/roles'
import { instantOf } from '../platform/db/ids.ts'
import type { Place } from './structure.ts'
import type { Loader } from './trade/copy.ts'
import type { Random } from './trade/random.ts'

/** The password is public. The demo is for viewing, and exists only on an installation that says so. */
export const demoPassword = 'Kontor-demo-2026'

interface DemoUser {
  key: DemoPersonKey
  email: string
  name: string
  /** Absent: a user of the provider. */
  merchant?: string
  says: string
  roles: readonly Role[]
}

const lists: readonly Role[] = [
  'PSP_MERCHANT_LIST',
  'TRANSACTION_LIST',
  'REFUND_LIST',
  'CUSTOMER_LIST',
  'ORGANISATION_LIST',
  'PAYMENT_PROFILE_LIST',
  'PROCESSOR_LIST',
  'TAG_LIST',
  'CHARGEBACK_LIST',
]

export const demoUsers: readonly DemoUser[] = [
  {
    key: 'provider',
    email: 'psp@kontor.example',
    name: 'Philippa Provider',
    says: 'the provider: everything',
    roles: ['PSP_ALL', 'PSP_SUPER'],
  },
  {
    key: 'support',
    email: 'support@kontor.example',
    name: 'Sam Support',
    says: 'the provider: looks, and changes nothing',
    roles: lists,
  },
  {
    key: 'owner',
    email: 'owner@bloom.example',
    name: 'Lotte Bloem',
    merchant: 'Bloom',
    says: 'the merchant Bloom: everything',
    roles: ['USER_ALL'],
  },
  {
    key: 'cashier',
    email: 'cashier@bloom.example',
    name: 'Cas Kassa',
    merchant: 'Bloom',
    says: 'the merchant Bloom: payments only',
    roles: ['TRANSACTION_LIST'],
  },
  {
    key: 'other_owner',
    email: 'owner@harbour.example',
    name: 'Hugo Haven',
    merchant: 'Harbour',
    says: 'the merchant Harbour: everything',
    roles: ['USER_ALL'],
  },
  {
    key: 'finance',
    email: 'finance@kontor.example',
    name: 'Fenna Finance',
    says: 'the provider: writes prices that somebody else approves',
    roles: [
      ...(['PSP_REVENUESCHEME_ALL', 'PSP_COSTSCHEME_ALL', 'PSP_RESERVESCHEME_ALL', 'PSP_PARTNERSCHEME_ALL'] as const),
      ...(['PSP_MERCHANT_LIST', 'TRANSACTION_LIST', 'REFUND_LIST', 'CHARGEBACK_LIST', 'PSP_SETTLEMENT_ALL'] as const),
    ],
  },
]

export function addUsers(
  loader: Loader,
  random: Random,
  places: readonly Place[],
  passwordHash: string,
  from: number,
): void {
  for (const { email, name, merchant, roles } of demoUsers) {
    const place = places.find((each) => each.merchant.name === merchant)
    const id = place?.owner?.name === name ? place.owner.id : random.id(from)
    const at = instantOf(id) ?? ''
    loader.add('platform_user', [id, place?.id ?? null, place?.id ?? null, email, name, passwordHash, 'nl', at])
    for (const role of roles) loader.add('role_grant', [id, role, at])
  }
}
