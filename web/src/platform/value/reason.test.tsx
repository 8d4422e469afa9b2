import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { Cell } from './cell.tsx'
import { useReason } from './reason.ts'

const { show } = stage()

it('says a reason in words, in the cells of every list', async () => {
  show(
    <>
      <Cell entity={transaction} name="status_reason" row={{ status_reason: 'insufficient_funds' }} />
      <Cell entity={chargeback} name="reason" row={{ reason: 'goods_not_received' }} />
    </>,
  )
  expect(await screen.findByText('Insufficient funds')).toBeDefined()
  expect(screen.getByText('Goods not received')).toBeDefined()
})

it('shows a reason that it does not know as it came', async () => {
  show(
    <>
      <Cell entity={transaction} name="status_reason" row={{ status_reason: 'The payer did not come back' }} />
      <Said reason="code_of_another_processor" />
    </>,
  )
  expect(await screen.findByText('The payer did not come back')).toBeDefined()
  expect(screen.getByText('code_of_another_processor')).toBeDefined()
})

it('leaves the words of a merchant alone', async () => {
  show(<Cell entity={refund} name="reason" row={{ reason: 'not_as_described' }} />)
  expect(await screen.findByText('not_as_described')).toBeDefined()
})

function Said({ reason }: { reason: string }) {
  return <p>{useReason()(reason)}</p>
}
