import { customer } from '@kontor/contract/customers/customer.entity'
import type { Entity } from '@kontor/contract/entity'
import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/money.tsx'
import { useMay, useViewer } from '../../platform/viewer.ts'

interface Found {
  id: string
  label: string
  description: string
  to: string
  search?: Record<string, string>
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Rows that a pasted id, reference or e-mail address belongs to, among those that this user may see. */
export function useFoundRows(text: string): { found: Found[]; isSearching: boolean } {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const viewer = useViewer()
  const { merchant } = useScope()
  const transactionPath = viewer.psp && !merchant ? '/psp/transactions' : '/transactions'
  const isEmail = text.includes('@')

  const transactions = useHits(transaction, text, isEmail ? undefined : 'merchant_reference')
  const refunds = useHits(refund, text, isEmail ? undefined : 'merchant_reference')
  const customers = useHits(customer, text, isEmail ? 'email_address' : undefined)

  const found: Found[] = [
    ...(transactions.data ?? []).map((row) => ({
      id: row.id,
      label: `${labels.entity(transaction)} ${row.merchant_reference}`,
      description: `${money(row.amount, row.currency_code)} · ${t(`fields:status.${row.status}`)}`,
      to: `${transactionPath}/${row.id}`,
    })),
    ...(refunds.data ?? []).map((row) => ({
      id: row.id,
      label: `${labels.entity(refund)} ${row.merchant_reference}`,
      description: `${money(row.amount, row.currency_code)} · ${t(`fields:status.${row.status}`)}`,
      to: `/refunds/${row.id}`,
    })),
    // A found customer leads to the list of the customer's payments.
    ...(customers.data ?? []).map((row) => ({
      id: row.id,
      label: `${labels.entity(customer)} ${row.name ?? row.email_address ?? row.reference ?? ''}`,
      description: row.email_address ?? '',
      to: transactionPath,
      search: { customer: row.id },
    })),
  ]
  return { found, isSearching: [transactions, refunds, customers].some((each) => each.isFetching) }
}

function useHits<E extends Entity>(entity: E, text: string, by: string | undefined) {
  const may = useMay(entity.roles.list)
  const searchBy = isId(text) ? 'id' : by
  return useList(
    entity,
    { _search_by: searchBy, _search: text, _limit: '5' },
    { enabled: may && text.length >= 3 && searchBy !== undefined },
  )
}
