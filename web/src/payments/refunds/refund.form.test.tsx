import type { Processor } from '@kontor/contract/processors/processor.entity'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { CaptureDialog } from '../capture.form.tsx'
import { FoundTransaction } from '../find/found-transaction.tsx'
import type { TransactionRow } from '../rows.ts'
import { RefundDialog } from './refund.form.tsx'

const { server, show } = stage()

describe('the refund form', () => {
  it('starts with what can still be refunded', async () => {
    await open({ captured_amount: 10_000, refunded_amount: 2550 })
    expect(amount().value).toBe('74.50')
    expect(screen.getByText('Refund available').parentElement?.textContent).toContain('€74.50')
    expect(button('Refund €74.50')).toBeTruthy()
    expect(screen.getByText(/€74.50 goes back to Ada Blom on Visa •••• 4242/)).toBeTruthy()
  })

  it('takes no decimals of yen and three of dinars', async () => {
    await open({ currency_code: 'JPY', captured_amount: 5800 })
    expect(amount().value).toBe('5800')
    type('58.5')
    submit('Refund')
    expect(await screen.findByText('Enter a whole amount, without decimals')).toBeTruthy()
    cleanup()

    await open({ currency_code: 'KWD', captured_amount: 5000 })
    expect(amount().value).toBe('5.000')
    server.mockResolvedValue(made())
    type('1.234')
    submit(/^Refund KWD\s1\.234$/)
    await waitFor(() => expect(sent()).toEqual([opening(1234)]))
  })

  it('refuses nothing, too much, and what is no amount, before anything is sent', async () => {
    await open({ captured_amount: 2500 })
    for (const [typed, problem] of [
      ['0', 'Enter an amount greater than zero'],
      ['25.01', 'At most €25.00 can still be refunded'],
      ['2.505', 'Enter an amount with at most 2 decimals'],
      ['', 'Enter an amount'],
    ] as const) {
      type(typed)
      submit(/^Refund/)
      expect(await screen.findByText(problem)).toBeTruthy()
    }
    expect(server).not.toHaveBeenCalled()
  })

  it('finds what was typed before the session ended under it, until it is sent or given up', async () => {
    await open({ captured_amount: 2500 })
    type('12.30')
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Broken cup' } })
    cleanup()

    await open({ captured_amount: 2500 })
    expect(amount().value).toBe('12.30')
    expect(screen.getByDisplayValue('Broken cup')).toBeTruthy()
    server.mockResolvedValue(made())
    submit('Refund €12.30')
    await waitFor(() => expect(sent()).toEqual([{ ...opening(1230), reason: 'Broken cup' }]))
    await waitFor(() => expect(sessionStorage.length).toBe(0))
  })

  it('tells the server what had been refunded when its draft was typed, not what a colleague refunded since', async () => {
    await open({ captured_amount: 5000 })
    type('10')
    cleanup()

    await open({ captured_amount: 5000, refunded_amount: 1000 })
    server.mockResolvedValue(made())
    submit('Refund €10.00')
    await waitFor(() => expect(sent()).toEqual([opening(1000)]))
  })

  it('goes on with what was sent, and no other, when its page was left before the answer came', async () => {
    await open({ captured_amount: 2500 })
    type('12.30')
    server.mockReturnValueOnce(new Promise(() => {})).mockResolvedValueOnce(made())
    submit('Refund €12.30')
    await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
    cleanup()

    await open({ captured_amount: 2500 })
    expect(screen.getByText('There was no response')).toBeTruthy()
    expect(amount().readOnly).toBe(true)
    submit('Try again')
    await waitFor(() => expect(server).toHaveBeenCalledTimes(2))
    expect(sent()).toEqual([opening(1230), opening(1230)])
    expect(keys()[1]).toBe(keys()[0])
    await waitFor(() => expect(sessionStorage.length).toBe(0))
  })

  it('sends one request however often it is submitted', async () => {
    const onClose = vi.fn()
    await open({ captured_amount: 2500 }, onClose)
    let answer: (response: Response) => void = () => {}
    server.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    submit('Refund €25.00')
    submit('Refund €25.00')
    fireEvent.submit(form())
    await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
    answer(made())
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('sends the same request under the same key after a lost reply', async () => {
    await open({ captured_amount: 2500 })
    server.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(made())
    type('10')
    submit('Refund €10.00')
    expect(await screen.findByText('There was no response')).toBeTruthy()
    expect(amount().readOnly).toBe(true)
    submit('Try again')
    await waitFor(() => expect(server).toHaveBeenCalledTimes(2))
    expect(sent()).toEqual([opening(1000), opening(1000)])
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys()[1]).toBe(keys()[0])
  })

  it('shows what was sent, and sends it again, where nobody typed an amount and less is left meanwhile', async () => {
    await open({ captured_amount: 2500 })
    server.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(made())
    submit('Refund €25.00')
    expect(await screen.findByText('There was no response')).toBeTruthy()
    cleanup()

    await open({ captured_amount: 2500, refunded_amount: 2500 })
    expect(amount().value).toBe('25.00')
    expect(amount().readOnly).toBe(true)
    submit('Try again')
    await waitFor(() => expect(sent()).toEqual([opening(2500), opening(2500)]))
    expect(keys()[1]).toBe(keys()[0])
  })

  it('says what is left when somebody else was quicker, and sends a corrected amount under a new key', async () => {
    await open({ captured_amount: 2500 })
    server.mockResolvedValueOnce(refused('refund_exceeds_refundable', { 'body.amount': 'too_large', refundable: 500 }))
    server.mockResolvedValueOnce(made())
    type('10')
    submit('Refund €10.00')
    expect(await screen.findByText('At most €5.00 can still be refunded')).toBeTruthy()
    type('5')
    submit('Refund €5.00')
    await waitFor(() => expect(sent()).toEqual([opening(1000), opening(500)]))
    expect(keys()[1]).not.toBe(keys()[0])
  })

  it('says that somebody else refunded meanwhile, keeps what was typed, and goes on knowingly', async () => {
    await open({ captured_amount: 2500 })
    server.mockResolvedValueOnce(refused('refunded_meanwhile', { refunded_amount: 1000, refundable: 1500 }))
    server.mockResolvedValueOnce(made())
    type('10')
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Broken cup' } })
    submit('Refund €10.00')
    expect((await screen.findByRole('alert')).textContent).toContain('€10.00 in total now')
    expect(screen.getByText('Refund available').parentElement?.textContent).toContain('€15.00')
    expect(amount().value).toBe('10')
    expect(screen.getByDisplayValue('Broken cup')).toBeTruthy()
    type('12')
    expect(screen.getByRole('alert').textContent).toContain('€10.00 in total now')
    submit('Refund €12.00 all the same')
    await waitFor(() => expect(server).toHaveBeenCalledTimes(2))
    expect(sent()[1]).toEqual({ amount: 1200, refunded_amount: 1000, reason: 'Broken cup' })
    expect(keys()[1]).not.toBe(keys()[0])
  })

  it('shows below the amount that less is left meanwhile than the amount', async () => {
    await open({ captured_amount: 2500 })
    const details = { 'body.amount': 'too_large', refunded_amount: 2000, refundable: 500 }
    server.mockResolvedValueOnce(refused('refunded_meanwhile', details))
    submit('Refund €25.00')
    expect(await screen.findByText('At most €5.00 can still be refunded')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('€20.00 in total now')
    expect(amount().value).toBe('25.00')
  })

  it('says why the server refused', async () => {
    await open({ captured_amount: 2500 })
    server.mockResolvedValueOnce(refused('merchant_inactive', {}))
    submit('Refund €25.00')
    expect((await screen.findByRole('alert')).textContent).toContain('The merchant is not active')
  })

  it('warns of a chargeback, and asks whoever may refund all the same why', async () => {
    await open({ captured_amount: 2500 })
    server.mockResolvedValueOnce(refused('refund_blocked_by_chargeback', {}))
    submit('Refund €25.00')
    expect((await screen.findByRole('alert')).textContent).toContain('the customer gets it twice')
    submit('Refund €25.00')
    expect(await screen.findByText('Fill this in')).toBeTruthy()
    fireEvent.change(screen.getByLabelText(/^Why refund/), { target: { value: 'Withdrawn by phone' } })
    server.mockResolvedValueOnce(made())
    submit('Refund €25.00')
    await waitFor(() =>
      expect(sent()).toEqual([opening(2500), { ...opening(2500), override_chargeback_reason: 'Withdrawn by phone' }]),
    )
  })

  it('warns of the chargeback before anything is sent, where the payment is marked as disputed', async () => {
    await open({ captured_amount: 2500, reversals: ['DISPUTED'] })
    expect(screen.getByRole('alert').textContent).toContain('the customer gets it twice')
    submit('Refund €25.00')
    expect(await screen.findByText('Fill this in')).toBeTruthy()
    expect(server).not.toHaveBeenCalled()
  })

  it('asks nothing of whoever may not', async () => {
    await open({ captured_amount: 2500 }, undefined, ['REFUND_CREATE'])
    server.mockResolvedValueOnce(refused('refund_blocked_by_chargeback', {}))
    submit('Refund €25.00')
    expect((await screen.findByRole('alert')).textContent).toContain('Only a colleague')
    expect(screen.queryByLabelText(/^Why refund/)).toBeNull()
  })

  it('takes no card number for a reason', async () => {
    await open({ captured_amount: 2500 })
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'back to 4111 1111 1111 1111' } })
    submit('Refund €25.00')
    expect(await screen.findByText(/card number/)).toBeTruthy()
    expect(server).not.toHaveBeenCalled()
  })

  it('asks before it throws away what was typed', async () => {
    const onClose = vi.fn()
    await open({ captured_amount: 2500 }, onClose)
    type('10')
    fireEvent.click(button('Cancel'))
    expect(await screen.findByText('Discard changes?')).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.click(button('Discard'))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })
})

describe('where the gateway pays back less than everything', () => {
  it('takes the whole amount alone, and says what to do with a part before anything is sent', async () => {
    await openAt({ refunds: 'full' })
    type('10')
    submit('Refund €10.00')
    expect(await screen.findByText(/can only pay back the whole amount with this payment method/)).toBeTruthy()
    expect(refundsSent()).toEqual([])
    type('25')
    submit('Refund €25.00')
    await waitFor(() => expect(refundsSent()).toEqual([opening(2500)]))
  })

  it.each([
    ['after a part', { refunds: 'full' }, { refunded_amount: 500 }, /only pay back the whole amount/],
    ['never', { refunds: 'none' }, {}, /cannot pay back anything with this payment method/],
  ] as const)('offers no payment that it does not pay back %s', async (_, facts, values, reason) => {
    at(facts)
    const onChoose = vi.fn()
    show(<FoundTransaction row={makeTransaction({ ...values, processor })} onChoose={onChoose} />)
    expect(await screen.findByText(reason)).toBeTruthy()
    fireEvent.click(screen.getByRole('button'))
    expect(onChoose).not.toHaveBeenCalled()
  })

  it('captures the whole alone, where it captures no part', async () => {
    at({ captures: 'one_full' })
    show(<CaptureDialog transaction={makeTransaction({ status: 'AUTHORIZED', processor })} opened onClose={() => {}} />)
    await screen.findByRole('dialog')
    await waitFor(() => expect(server).toHaveBeenCalled())
    type('10')
    submit('Capture €10.00')
    expect(await screen.findByText(/Capture the whole amount/)).toBeTruthy()
    expect(refundsSent()).toEqual([])
  })
})

// The fields of a related row that these screens read.
const processor = { gateway: 'bank' } as Processor

/** The server, whose only gateway can do no more than this. */
const at = (facts: object) =>
  server.mockImplementation(async (address) => {
    if (!address.includes('/v1/gateway')) return made()
    const able = { capture: 'both', captures: 'one_partial', refunds: 'partial' }
    return Response.json([{ name: 'bank', products: [{ payment_product: 'card', ...able, ...facts }] }])
  })
async function openAt(facts: object): Promise<void> {
  at(facts)
  await open({ captured_amount: 2500, created_at: new Date().toISOString(), processor })
  await waitFor(() => expect(server).toHaveBeenCalled())
}
const refundsSent = () =>
  server.mock.calls.flatMap(([, init]) => (init.method === 'POST' ? [JSON.parse(String(init.body))] : []))

/** Opens the dialog; by default for a user who does not see chargebacks, so that the dialog reads nothing. */
async function open(
  values: Partial<TransactionRow>,
  onClose: () => void = () => {},
  roles = ['REFUND_ALL'],
): Promise<void> {
  const row = makeTransaction(values)
  show(<RefundDialog transaction={row} opened onClose={onClose} />, { roles })
  await screen.findByRole('dialog')
}

const amount = () => screen.getByLabelText<HTMLInputElement>(/^Amount/)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const type = (value: string) => fireEvent.change(amount(), { target: { value } })
const submit = (name: string | RegExp) => fireEvent.click(button(name))

function form(): HTMLFormElement {
  const { form } = amount()
  if (!form) throw new Error('The amount is in no form')
  return form
}

const sent = () => server.mock.calls.map(([, init]) => JSON.parse(String(init.body)))
/** What is sent of a payment of which nothing had been refunded when the dialog was opened. */
const opening = (amount: number) => ({ amount, refunded_amount: 0 })
const keys = () => server.mock.calls.map(([, init]) => new Headers(init.headers).get('idempotency-key'))

const made = () => Response.json({ id: 'a-refund', status: 'PROCESSED' }, { status: 201 })
const refused = (code: string, details: object) => Response.json({ code, details }, { status: 409 })

function makeTransaction(values: Partial<TransactionRow>): TransactionRow {
  const captured_amount = values.captured_amount ?? 2500
  return {
    id: '01990000-0000-7000-8000-000000000001',
    created_at: '2026-10-01T10:00:00.000Z',
    merchant_reference: 'ORDER-1',
    amount: captured_amount,
    currency_code: 'EUR',
    status: 'SETTLEMENT_COMPLETED',
    status_reason: null,
    last_status_update: '2026-10-01T10:00:01.000Z',
    payment_product: 'card',
    payment_product_type: null,
    recurring_type: null,
    terminal: null,
    captured_amount,
    refunded_amount: 0,
    reversals: [],
    blocked: false,
    payment_link: null,
    card_add_link: null,
    tagged: false,
    tags: [],
    rulesets: [],
    customer: null,
    customer_name: 'Ada Blom',
    country_code: 'NL',
    card_brand: 'visa',
    card_bin: '424242',
    card_last_four: '4242',
    card_issuer_country: null,
    card_funding: null,
    card_holder: null,
    channel: 'ecommerce',
    three_d_secure: null,
    challenged: false,
    three_d_secure_demand: null,
    was_approved: true,
    platform: null,
    browser: null,
    processor: 'a-processor',
    processor_id_external: null,
    payment_profile: 'a-profile',
    payment_profile_name: 'Bloom',
    organisation: 'an-organisation',
    merchant: 'a-merchant',
    merchant_name: 'A merchant',
    subscription: null,
    subscription_cycle: null,
    settlement: null,
    ...values,
  }
}
