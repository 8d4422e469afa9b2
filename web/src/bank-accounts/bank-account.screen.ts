import { entityRoles, providerEntityRoles } from '@kontor/contract/roles'
import { IconBuildingBank } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

const list = {
  entity: 'bank_account',
  icon: IconBuildingBank,
  withCollecting: true,
  page: () => import('./bank-account.page.tsx'),
  panel: () => import('./bank-account.panel.tsx'),
} as const

export const bankAccounts = defineList({
  ...list,
  route: '/bank-accounts',
  label: 'bank_accounts',
  roles: entityRoles('BANK_ACCOUNT').list,
  add: { label: 'bank_accounts.add' },
})

/** Those of every merchant: the provider's people decide about them. */
export const merchantBankAccounts = defineList({
  ...list,
  route: '/psp/bank-accounts',
  label: 'merchant_bank_accounts',
  roles: providerEntityRoles('PSP_BANK_ACCOUNT').list,
  attention: 'bank_accounts',
})

export const pspBankAccounts = defineList({
  ...list,
  entity: 'psp_bank_account',
  route: '/psp/finance/settings/bank-accounts',
  label: 'psp_bank_accounts',
  add: { label: 'bank_accounts.add' },
  page: () => import('./provider/psp-bank-account.page.tsx'),
  panel: () => import('./provider/psp-bank-account.panel.tsx'),
})
