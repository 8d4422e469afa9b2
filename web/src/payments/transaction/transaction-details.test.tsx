import { transaction } from '@kontor/contract/payments/transaction.entity'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleOf } from '../../../test/sample-row.ts'
import { stage } from '../../../test/stage.tsx'
import type { TransactionRow } from '../rows.ts'
import { TransactionDetails } from './transaction-details.tsx'

const { show } = stage()

it.each([
  ['SETTLEMENT_COMPLETED', '€40.00'],
  ['FAILED', undefined],
])('says what can be refunded of a payment that was captured and is %s', async (status, refundable) => {
  const money = { currency_code: 'EUR', captured_amount: 5_000, refunded_amount: 1_000 }
  // The sample has the fields of the entity; the amounts read no relation.
  show(<TransactionDetails row={{ ...sampleOf(transaction), ...money, status } as unknown as TransactionRow} />)
  expect(await screen.findByText('€50.00')).toBeTruthy()
  expect(screen.queryByText('Available to refund')?.nextElementSibling?.textContent).toBe(refundable)
})
