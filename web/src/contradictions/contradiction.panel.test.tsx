import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { stage } from '../../test/stage.tsx'
import ContradictionPanel from './contradiction.panel.tsx'

const { server, show } = stage()
const id = '01934f00-0000-7000-8000-000000000001'

const open = {
  ...{ id, created_at: '2026-10-01T10:00:00.000Z', reported_at: '2026-10-01T10:00:00.000Z', state: 'OPEN' },
  ...{ kind: 'payment', we_say: 'ABANDONED', we_say_now: 'ABANDONED', they_say: 'SETTLEMENT_COMPLETED' },
  ...{ our_amount: 66_632, currency_code: 'EUR', their_amount: 66_632, their_currency_code: 'EUR', superseded: false },
  ...{ transaction: '01934f00-0000-7000-8000-000000000002', refund: null, merchant_reference: 'Order 7' },
  ...{ subscription: null, scheduled_transaction: null, other_transaction: null, operation: null, notification: null },
  ...{ processor: null, processor_name: 'Sandbox', processor_id_external: null, organisation: null },
  ...{ merchant: 'm1', merchant_name: 'Shop', resolved_at: null, resolved_by: null, note: null },
}
const over = { ...open, state: 'TAKEN_OVER', we_say_now: 'SETTLEMENT_COMPLETED' }
const alarm = /The customer may have paid/

async function weHave(row: object): Promise<string | null | undefined> {
  server.mockImplementation(async () => Response.json(row))
  show(<ContradictionPanel id={id} />, { psp: true, merchant: null, roles: ['PSP_PROCESSOR_LIST'] })
  return (await screen.findByText('We have')).nextElementSibling?.textContent
}

describe('what we have of a payment that its processor contradicts', () => {
  it('is our status, and what that means while the contradiction is open', async () => {
    expect(await weHave(open)).toBe('Abandoned€666.32')
    expect(screen.getByText(alarm)).not.toBeNull()
  })

  it('is our status now, beside that of then, and alarms nobody once the contradiction is over', async () => {
    expect(await weHave(over)).toBe('Captured€666.32then: Abandoned')
    expect(screen.queryByText(alarm)).toBe(null)
  })
})

describe('a second one that the processor made under our reference', () => {
  const second = { ...open, we_say: 'AUTHORIZED', we_say_now: 'AUTHORIZED', they_say: 'MADE_TWICE' }

  it.each([
    ['payment', /The customer may have paid twice/],
    ['refund', /The customer may have gotten the money twice/],
  ])('says what to do about a %s, and is only closed', async (kind, text) => {
    server.mockImplementation(async () => Response.json({ ...second, kind }))
    show(<ContradictionPanel id={id} />, { psp: true, merchant: null, roles: ['PSP_ALL'] })
    expect(await screen.findByText('Made twice')).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(screen.getByRole('button', { name: /^Close/ })).toBeDefined()
    for (const name of [/^Accept status/, /^Refund/]) expect(screen.queryByRole('button', { name })).toBe(null)
  })
})

describe('a report', () => {
  const shown = (row: object) => {
    server.mockImplementation(async () => Response.json({ ...open, ...row }))
    show(<ContradictionPanel id={id} />, { psp: true, merchant: null, roles: ['PSP_ALL'] })
  }

  it.each([
    [{}, 'The processor reports a payment'],
    [{ we_say: 'SETTLEMENT_COMPLETED', they_say: 'DECLINED' }, 'The processor reports a refusal'],
    [{ kind: 'refund', we_say: 'PROCESSED', they_say: 'FAILED' }, 'The processor reports a failed refund'],
    [{ kind: 'capture', they_say: 'UNDONE' }, 'The processor is taking money back'],
    [{ kind: 'void', they_say: 'UNDONE' }, 'The processor is taking a void back'],
    [{ kind: 'capture', they_say: 'MADE_TWICE' }, 'This may have been paid twice'],
    [{ kind: 'refund', they_say: 'MADE_TWICE' }, 'This may have been refunded twice'],
  ])('has a title that says what it is of: %o', async (row, title) => {
    shown(row)
    expect(await screen.findByText(title)).toBeDefined()
  })

  it.each([
    [{ we_say: 'WON', they_say: 'LOST', their_amount: null, their_currency_code: null }, /who has the money/],
    [{ we_say: 'WON', they_say: 'LOST', their_amount: 100 }, /a different amount or currency/],
    [{ we_say: 'WON', they_say: 'LOST', their_currency_code: 'USD' }, /a different amount or currency/],
  ])('of the answer to a chargeback is of other money only if it names some: %o', async (row, text) => {
    shown({ ...row, kind: 'answer' })
    expect(await screen.findByText(text)).toBeDefined()
  })

  it.each([
    [{ we_say: 'DECLINED', their_amount: 100, our_amount: 0 }, /took nothing from the shop for it/],
    [{ we_say: 'DECLINED', their_amount: 100, their_currency_code: 'USD' }, /a different amount or currency/],
    [{ we_say: 'WON', their_amount: 9_999, our_amount: 100 }, /a different amount or currency/],
    [{ we_say: 'CANCELLED', their_amount: 9_999, our_amount: 100 }, /a different amount or currency/],
  ])('of a chargeback says whether it is too large, or of other money: %o', async (row, text) => {
    shown({ ...row, kind: 'chargeback', they_say: 'OPEN' })
    expect(await screen.findByText(text)).toBeDefined()
  })

  it.each([
    [{ they_say: 'MADE_TWICE' }, 'Made twice'],
    [{ kind: 'capture', they_say: 'UNDONE' }, 'Taken back'],
    [{ kind: 'not_understood', they_say: 'MAY_BE_CHARGED', subscription: open.transaction }, 'May be paid already'],
    [{ kind: 'not_understood', they_say: 'not worked: TypeError' }, 'Not processed: TypeError'],
  ])('that somebody has to look at has an amber tag in words: %o', async (row, text) => {
    shown(row)
    const tag = (await screen.findByText(text)).parentElement
    expect(tag?.style.getPropertyValue('--badge-bg')).toContain('yellow')
  })

  it.each([
    [{}, 'The payment now has the status Captured'],
    [{ we_say: 'SETTLEMENT_COMPLETED', they_say: 'DECLINED' }, 'The payment now has the status Failed'],
    [{ kind: 'refund', we_say: 'FAILED', they_say: 'PROCESSED' }, 'The refund now has the status Processed'],
  ])('that was taken over says what has which status: %o', async (row, text) => {
    const said = vi.spyOn(notifications, 'show').mockReturnValue('')
    shown(row)
    fireEvent.click(await screen.findByRole('button', { name: /^Accept status/ }))
    server.mockImplementation(async () => Response.json({ ...open, ...row, state: 'TAKEN_OVER' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Accept status/ }))
    await waitFor(() => expect(said).toHaveBeenCalled())
    expect(said.mock.calls.at(-1)?.[0].message).toBe(text)
  })

  it('that the money was released, taken over, does not say that the shop can deliver', async () => {
    shown({ kind: 'void', we_say: 'SETTLEMENT_COMPLETED', they_say: 'AUTHORIZATION_VOIDED' })
    fireEvent.click(await screen.findByRole('button', { name: /^Accept status/ }))
    const text = await screen.findByText(/gets the status Authorization voided/)
    expect(text.textContent).toContain('no longer counts as captured')
    expect(text.textContent).not.toContain('deliver')
  })
})
