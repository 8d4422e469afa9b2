import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { customer } from '@kontor/contract/customers/customer.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CustomerTab } from '../../payments/transaction/transaction-customer.tsx'
import { type PanelTab, PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { useMay } from '../../platform/viewer.ts'
import { LinkActivityTab } from './link-activity.tsx'
import type { LinkEntity } from './link-kind.ts'
import { LinkTransactions } from './link-transactions.tsx'

interface LinkTabsProps {
  entity: LinkEntity
  id: string
  payer: string | null
  details: () => ReactNode
}

/** The tabs of a link that the viewer may see. */
export function LinkTabs({ entity, id, payer, details }: LinkTabsProps) {
  const { t } = useTranslation()
  const mayReadCustomers = useMay(customer.roles.list)
  const mayReadTransactions = useMay(transaction.roles.list)
  const isOfCard = entity === cardAddLink
  const tabs: [PanelTab, ...PanelTab[]] = [
    { name: 'details', label: t('links.tab.details'), content: details },
    ...(payer && mayReadCustomers
      ? [{ name: 'customer', label: t('links.tab.customer'), content: () => <CustomerTab id={payer} /> }]
      : []),
    { name: 'activity', label: t('links.tab.activity'), content: () => <LinkActivityTab entity={entity} id={id} /> },
    ...(mayReadTransactions
      ? [
          {
            name: 'transactions',
            label: t(isOfCard ? 'links.tab.verifications' : 'links.tab.transactions'),
            content: () => <LinkTransactions by={isOfCard ? 'card_add_link' : 'payment_link'} id={id} />,
          },
        ]
      : []),
  ]
  return <PanelTabs label={t('links.tabs')} tabs={tabs} />
}
