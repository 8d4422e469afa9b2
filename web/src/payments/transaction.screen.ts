import { IconCircleX, IconCreditCard, IconHourglassOff, IconShieldX, IconTag } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

// The five page types of 000 section 2 are one list; each screen fixes a different filter.
const list = {
  entity: 'transaction',
  icon: IconCreditCard,
  page: () => import('./transaction.page.tsx'),
  panel: () => import('./transaction/transaction.panel.tsx'),
}

export const transactions = defineList({
  ...list,
  route: '/transactions',
  label: 'transactions',
  attention: 'transactions',
})

export const missedTransactions = defineList({
  ...list,
  route: '/transactionsMissed',
  label: 'transactions_missed',
  icon: IconHourglassOff,
  fixed: { status: 'ABANDONED' },
})

export const declinedTransactions = defineList({
  ...list,
  route: '/transactionsDeclined',
  label: 'transactions_declined',
  icon: IconCircleX,
  fixed: { status: 'DECLINED' },
})

export const taggedTransactions = defineList({
  ...list,
  route: '/transactionsTagged',
  label: 'transactions_tagged',
  icon: IconTag,
  fixed: { tagged: 'true' },
})

export const blockedTransactions = defineList({
  ...list,
  route: '/transactionsBlocked',
  label: 'transactions_blocked',
  icon: IconShieldX,
  fixed: { blocked: 'true' },
})

// 000 section 6 spells the role TRANSACTON_LIST; roles.ts makes both spellings one role.
export const pspTransactions = defineList({
  ...list,
  route: '/psp/transactions',
  label: 'psp_transactions',
  window: true,
  attention: 'transactions',
})
