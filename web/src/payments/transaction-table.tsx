import { transaction } from '@kontor/contract/payments/transaction.entity'
import { type ReactNode, useState } from 'react'
import type { ApiQuery } from '../platform/api/api-client.ts'
import { useCount, useList } from '../platform/api/reading.ts'
import { PageTurner } from '../platform/list/page-turner.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import { TransactionLink } from './payment-links.tsx'
import { PaymentMethod } from './payment-method.tsx'
import { PaymentStatus } from './payment-status.tsx'
import type { TransactionRow } from './rows.ts'

/** The page size of 000 section 9. */
const pageSize = 25

type Column = 'subscription_cycle' | 'created_at' | 'merchant_reference' | 'payment_product' | 'amount' | 'status'

interface TransactionTableProps {
  /** The filter of the transactions. */
  query: ApiQuery
  columns?: readonly Column[]
  /** Shown when there are no rows. */
  empty: ReactNode
}

const usual = ['created_at', 'merchant_reference', 'payment_product', 'amount', 'status'] as const
const numbers: readonly Column[] = ['subscription_cycle', 'amount']

/** Transactions inside a panel: pages of 25, newest first, each row with a link to its transaction. */
export function TransactionTable({ query, columns = usual, empty }: TransactionTableProps) {
  const labels = useLabels()
  const cell = useCells()
  const [skip, setSkip] = useState(0)
  const page = {
    ...query,
    _sort: '-created_at',
    _limit: String(pageSize),
    ...(skip > 0 ? { _skip: String(skip) } : {}),
  }
  const { data, error, refetch } = useList<typeof transaction, TransactionRow>(transaction, page, {
    populate: ['payment_profile'],
  })
  const { data: total } = useCount(transaction, query)
  if (!data) return <NotYet error={error} refetch={refetch} rows={8} />
  if (data.length === 0 && skip === 0) return empty
  return (
    <>
      <SmallTable label={labels.entities(transaction)}>
        <thead>
          <tr>
            {columns.map((column) => {
              const Head = numbers.includes(column) ? NumberHead : WordsHead
              return <Head key={column}>{labels.field(transaction, column)}</Head>
            })}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => {
                const Place = places[column] ?? 'td'
                return <Place key={column}>{cell[column](row)}</Place>
              })}
            </tr>
          ))}
        </tbody>
      </SmallTable>
      <PageTurner {...{ skip, pageSize }} shown={data.length} count={total ?? 0} onSkip={setSkip} />
    </>
  )
}

const places: Partial<Record<Column, typeof NumberCell>> = {
  subscription_cycle: NumberCell,
  merchant_reference: WordsCell,
  amount: NumberCell,
}

function useCells(): Record<Column, (row: TransactionRow) => ReactNode> {
  const money = useMoney()
  return {
    subscription_cycle: (row) => row.subscription_cycle,
    created_at: (row) => (
      <TransactionLink id={row.id}>
        <Instant value={row.created_at} />
      </TransactionLink>
    ),
    merchant_reference: (row) => row.merchant_reference,
    payment_product: (row) => <PaymentMethod method={row} hasIcon={false} />,
    amount: (row) => money(row.amount, row.currency_code),
    status: (row) => <PaymentStatus payment={row} />,
  }
}
