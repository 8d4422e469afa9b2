import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { anyOf, isAllowed, type Requirement } from '@kontor/contract/roles'
import {
  IconArrowBackUp,
  IconBuildingStore,
  IconCircleX,
  IconCreditCard,
  IconHourglassOff,
  IconShieldX,
  IconTag,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Viewer } from '../platform/viewer.ts'

/** An entry of the navigation (001 section 2.15). Only screens that exist are listed. */
export interface NavigationItem {
  /** `nav.{label}.label` and `nav.{label}.description` of the translations. */
  readonly label: string
  readonly route: string
  readonly icon: TablerIcon
  readonly roles: Requirement
  readonly pspOnly?: boolean
  readonly merchantOnly?: boolean
  readonly superOnly?: boolean
  readonly external?: boolean
  readonly module?: string
  readonly withCollecting?: boolean
}

export interface NavigationGroup {
  /** `nav.group.{label}` of the translations. */
  readonly label: string
  readonly items: readonly NavigationItem[]
}

// 000 section 6 spells the role TRANSACTON_LIST; both spellings are one role since roles.ts.
const pspTransactions = anyOf('PSP_ALL', 'TRANSACTION_ALL', 'TRANSACTION_LIST')
const transactions = { icon: IconCreditCard, roles: transaction.roles.list }

export const pspNavigation: readonly NavigationGroup[] = [
  {
    label: 'provider_merchants',
    items: [
      {
        label: 'psp_merchants',
        route: '/psp/merchants',
        icon: IconBuildingStore,
        roles: merchant.roles.list,
        pspOnly: true,
      },
      {
        label: 'psp_transactions',
        route: '/psp/transactions',
        icon: IconCreditCard,
        roles: pspTransactions,
        pspOnly: true,
      },
    ],
  },
]

export const merchantNavigation: readonly NavigationGroup[] = [
  {
    label: 'transactions',
    items: [
      { ...transactions, label: 'transactions', route: '/transactions' },
      { ...transactions, label: 'transactions_missed', route: '/transactionsMissed', icon: IconHourglassOff },
      { ...transactions, label: 'transactions_declined', route: '/transactionsDeclined', icon: IconCircleX },
      { ...transactions, label: 'transactions_tagged', route: '/transactionsTagged', icon: IconTag },
      { ...transactions, label: 'transactions_blocked', route: '/transactionsBlocked', icon: IconShieldX },
      { label: 'refunds', route: '/refunds', icon: IconArrowBackUp, roles: refund.roles.list },
    ],
  },
]

/** The groups of one view with what this user may open; groups without any are left out. */
export function navigationFor(viewer: Viewer, isMerchantView: boolean): NavigationGroup[] {
  const groups = viewer.psp && !isMerchantView ? pspNavigation : merchantNavigation
  return groups
    .map((group) => ({ ...group, items: group.items.filter((item) => mayOpen(item, viewer)) }))
    .filter((group) => group.items.length > 0)
}

export function mayOpen(item: NavigationItem, viewer: Viewer): boolean {
  if (item.pspOnly && !viewer.psp) return false
  if (item.merchantOnly && viewer.psp) return false
  if (item.superOnly && !viewer.roles.includes('PSP_SUPER')) return false
  const modules = [item.module, item.withCollecting ? 'collecting' : undefined].filter((each) => each !== undefined)
  return modules.every((each) => viewer.modules.includes(each)) && isAllowed(item.roles, viewer.roles)
}

const items = [...pspNavigation, ...merchantNavigation].flatMap((group) => group.items)

export function navigationItem(route: string): NavigationItem {
  const item = items.find((each) => each.route === route)
  if (!item) throw new TypeError(`${route} is not in the navigation`)
  return item
}

/** Where somebody starts: the first screen that may be opened. */
export const firstScreen = (viewer: Viewer, isMerchantView: boolean): string | undefined =>
  navigationFor(viewer, isMerchantView)[0]?.items[0]?.route
