import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import ContradictionPanel from '../contradictions/contradiction.panel.tsx'
import { ReferenceLink, TransactionLink } from './payment-links.tsx'
import StuckOperationPanel from './stuck/stuck-operation.panel.tsx'

const { server, show } = stage()
const id = '01934f00-0000-7000-8000-000000000001'
const at = '2026-10-01T10:00:00.000Z'

const row = {
  ...{
    id,
    created_at: at,
    transaction: '01934f00-0000-7000-8000-000000000002',
    refund: null,
    merchant_reference: 'Order 7',
  },
  ...{ organisation: null, merchant: 'm1', merchant_name: 'Shop', processor: null, processor_id_external: null },
}
const stuck = {
  ...{ ...row, operation: 'capture', state: 'PARKED', payment_product: 'card', amount: 5_000, currency_code: 'EUR' },
  ...{ overdue_at: at, parked_why: 'no_key', first_sent_at: at, attempts: 1, ended_at: null },
  ...{ seen: null, seen_where: null, seen_by: null },
}
const contradiction = {
  ...{
    ...row,
    state: 'OPEN',
    kind: 'payment',
    we_say: 'DECLINED',
    we_say_now: 'DECLINED',
    they_say: 'SETTLEMENT_COMPLETED',
    superseded: false,
  },
  ...{ our_amount: 5_000, currency_code: 'EUR', their_amount: 5_000, their_currency_code: 'EUR', operation: null },
  ...{
    processor_name: 'Sandbox',
    notification: null,
    reported_at: at,
    resolved_at: null,
    resolved_by: null,
    note: null,
  },
}

const twice = { ...contradiction, other_transaction: '01934f00-0000-7000-8000-000000000003' }

const links = () => screen.queryAllByRole('link').map((link) => link.textContent)

describe.each([
  ['an order that got stuck', stuck, <StuckOperationPanel key="panel" id={id} />, ['Order 7']],
  ['a contradiction', contradiction, <ContradictionPanel key="panel" id={id} />, ['View payment', 'Order 7']],
  [
    'a payment that was made twice',
    twice,
    <ContradictionPanel key="panel" id={id} />,
    ['View payment', 'Order 7', 'View other payment'],
  ],
] as const)('the panel of %s', (_name, answer, panel, expected) => {
  it('links to its payment for whoever may open payments, and says the reference to everybody else', async () => {
    const psp = { psp: true, merchant: null, organisation: null, merchant_name: null }
    for (const [roles, seen] of [
      [['PSP_PROCESSOR_LIST', 'TRANSACTION_LIST'], expected],
      [['PSP_PROCESSOR_LIST'], []],
    ] as const) {
      // The payment of the order that got stuck has no contradiction.
      server.mockImplementation(async (address) => Response.json(address.includes('?transaction=') ? [] : answer))
      cleanup()
      show(panel, { ...psp, roles })
      await screen.findByText('Order 7')
      expect(links()).toEqual(seen)
    }
  })
})

describe('a link to a payment', () => {
  it('is plain words for whoever may not open payments', async () => {
    show(
      <>
        <TransactionLink id={id}>October 1</TransactionLink>
        <ReferenceLink reference="Order 7" />
      </>,
      { roles: ['TERMINAL_LIST'] },
    )
    await screen.findByText('October 1')
    expect(screen.getByText('Order 7')).not.toBeNull()
    expect(links()).toEqual([])
  })
})
