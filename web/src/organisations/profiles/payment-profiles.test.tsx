import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { AskedActionContext } from './asked-action.ts'
import { EditProcessors } from './choices/processors.form.tsx'
import { ProfileProcessors } from './choices/profile-processors.tsx'
import { CloneProfile, EditProfile } from './payment-profile.form.tsx'
import PaymentProfilePanel from './payment-profile.panel.tsx'
import type { ProfileRow } from './profile-row.ts'

const { server, show } = stage()

const taking = (id: string, payment_product = 'card') =>
  ({ id, name: `Processor ${id}`, gateway: 'sandbox', payment_product, active: true }) as never

const row = {
  ...{ id: 'p1', name: 'Webshop', display_name: 'Webshop', currency_code: 'EUR', merchant: 'm1', organisation: 'o1' },
  ...{
    website: null,
    description: null,
    largest_payment: null,
    mcc: null,
    failover: false,
    processors: [taking('a')],
    middleware: [],
  },
  ...{ webhook_transaction_update: null, webhook_refund_update: null, webhook_chargeback_update: null },
  ...{ webhook_failed_email: null, routing: {} },
} as unknown as ProfileRow

const nothing = () => {}
/** A reading is tried again before it counts as failed. */
const slowly = { timeout: 20_000 }
const refusal = (status: number, code: string) => Response.json({ code, status }, { status })
/** What the server answers by the end of the path; anything else is an empty list. */
let answers: Record<string, (init: RequestInit) => Response | Promise<Response>>
const calls = (path: string) =>
  server.mock.calls.filter(([address]) => new URL(address, 'http://localhost').pathname.endsWith(path))

// jsdom lacks it.
beforeAll(() => {
  Element.prototype.scrollIntoView = nothing
})
beforeEach(() => {
  answers = { '/v1/organisation/o1': () => Response.json({ id: 'o1', name: 'North' }) }
  server.mockImplementation(async (address, init) => {
    const { pathname } = new URL(address, 'http://localhost')
    const [, answer] = Object.entries(answers).find(([path]) => pathname.endsWith(path)) ?? []
    return answer ? answer(init) : Response.json([])
  })
})

describe('the field that adds a processor', () => {
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Add processor' })
  const add = async (name: RegExp) => {
    fireEvent.click(field())
    fireEvent.click(await screen.findByRole('option', { name }))
  }
  const bodies = () => calls('/p1/processors').map(([, init]) => JSON.parse(String(init.body)))

  it('goes on from the last answer, before the row has been read again', async () => {
    answers['/v1/processor'] = () => Response.json([taking('a'), taking('b'), taking('c')])
    answers['/p1/processors'] = (init) => Response.json({ ...row, ...JSON.parse(String(init.body)) })
    show(<ProfileProcessors row={row} />)
    await screen.findByRole('combobox', { name: 'Add processor' })
    await add(/Processor b/)
    await waitFor(() => expect(bodies()).toHaveLength(1))
    await screen.findByText('Processor b was added')
    await add(/Processor c/)
    await waitFor(() => expect(bodies()).toHaveLength(2))
    expect(bodies()[1]).toEqual({ processors: ['a', 'b', 'c'], seen: ['a', 'b'] })
  })

  it('reads what is there now after a refusal, and keeps the focus', async () => {
    answers['/v1/processor'] = () => Response.json([taking('a'), taking('b')])
    answers['/p1/processors'] = () => refusal(409, 'processors_changed')
    show(<ProfileProcessors row={row} />)
    await screen.findByRole('combobox', { name: 'Add processor' })
    field().focus()
    await add(/Processor b/)
    expect((await screen.findByRole('alert')).textContent).toContain('Look at what is there now')
    await waitFor(() => expect(calls('/v1/processor').length).toBeGreaterThan(1))
    expect(document.activeElement).toBe(field())
  })

  it('says that there are no others only once they have been read', async () => {
    let arrive = nothing
    const read = new Promise<void>((resolve) => {
      arrive = resolve
    })
    answers['/v1/processor'] = async () => {
      await read
      return refusal(403, 'forbidden')
    }
    show(<ProfileProcessors row={row} />)
    await screen.findByRole('combobox', { name: 'Add processor' })
    fireEvent.click(field())
    expect(await screen.findByText('Loading')).toBeTruthy()
    arrive()
    const again = await screen.findByRole('button', { name: 'Try again' }, slowly)
    expect(screen.queryByText('There are no other processors')).toBe(null)
    answers['/v1/processor'] = () => Response.json([taking('a')])
    fireEvent.click(again)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null))
    fireEvent.click(field())
    expect(await screen.findByText('There are no other processors')).toBeTruthy()
  })
})

describe('the form of the processors', () => {
  it('keeps the focus when the last one is removed', async () => {
    show(<EditProcessors row={row} onClose={nothing} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Processor a from the list' }))
    const sentence = await screen.findByText('No processors for this payment profile.')
    await waitFor(() => expect(document.activeElement).toBe(sentence))
  })

  it('does not promise a loss that depends on processors that nobody here sees', async () => {
    show(<EditProcessors row={{ ...row, processors: [taking('a'), 'unseen'] }} onClose={nothing} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Processor a from the list' }))
    expect(await screen.findByText(/^This shop may no longer take/)).toBeTruthy()
    expect(screen.queryByText(/^This shop will no longer take/)).toBe(null)
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Remove …unseen/ }))
    expect(await screen.findByText(/^This shop will no longer take/)).toBeTruthy()
  })
})

describe('the form of a payment profile', () => {
  it('takes the other currency back when a payment fixes it meanwhile', async () => {
    let isHeld = false
    answers['/p1/holders'] = () => Response.json(isHeld ? [{ holder: 'transaction', count: 1 }] : [])
    answers['/v1/paymentprofile/p1'] = () =>
      Response.json(
        { code: 'invalid_request', status: 400, details: { 'body.currency_code': 'currency_in_use' } },
        { status: 400 },
      )
    show(<EditProfile row={row} onClose={nothing} />)
    const currency = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Currency/ })
    await waitFor(() => expect(currency.disabled).toBe(false))
    fireEvent.click(currency)
    fireEvent.click(await screen.findByRole('option', { name: 'AUD' }))
    isHeld = true
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(currency.disabled).toBe(true))
    await waitFor(() => expect(currency.value).toBe('EUR'))
    expect(screen.getByText(/^The currency is fixed/)).toBeTruthy()
  })

  it('says that it could not read whether the currency is fixed', async () => {
    answers['/p1/holders'] = () => refusal(403, 'forbidden')
    show(<EditProfile row={row} onClose={nothing} />)
    expect(await screen.findByRole('button', { name: 'Try again' }, slowly)).toBeTruthy()
  })

  it('offers a clone the organisations of its merchant', async () => {
    show(<CloneProfile row={row} onClose={nothing} />, { psp: true, roles: ['PSP_ALL'] })
    await waitFor(() => expect(calls('/v1/organisation').length).toBeGreaterThan(0))
    for (const [address] of calls('/v1/organisation')) expect(address).toContain('merchant=m1')
  })

  it('gives a clone the routes, which need all of the processors', async () => {
    const [organisation, processor, chosen] = [1, 2, 3].map((last) => `01935688-6680-7eaf-ab28-00000000000${last}`)
    const routing = { card: chosen }
    answers[`/v1/organisation/${organisation}`] = () => Response.json({ id: organisation, name: 'North' })
    const shop = { ...row, organisation, routing, processors: [taking(processor ?? '')] } as unknown as ProfileRow
    show(<CloneProfile row={shop} onClose={nothing} />)
    expect(await screen.findByText('The routes of this shop are taken along.', {}, slowly)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Add payment profile' }))
    const added = () => calls('/v1/paymentprofile').filter(([, init]) => init.method === 'POST')
    await waitFor(() => expect(added().map(([, init]) => JSON.parse(String(init.body)).routing)).toEqual([routing]))
  })

  it('says what a clone is checked by, without the names that nobody here sees', async () => {
    const begins = { currency_code: 'EUR', checked_by: ['Score'], checked_by_unseen: 2 }
    answers['/v1/paymentprofile/new'] = () => Response.json(begins)
    show(<CloneProfile row={row} onClose={nothing} />)
    expect(await screen.findByText('Score, 2 checks of your payment provider', undefined, slowly)).toBeTruthy()
  })

  it('says what to do when there are more checks than fit on a shop', async () => {
    answers['/v1/paymentprofile'] = ({ method }) =>
      method === 'POST' ? refusal(409, 'too_many_checks') : Response.json([])
    const [organisation, processor] = [1, 2].map((last) => `01935688-6680-7eaf-ab28-00000000000${last}`)
    answers[`/v1/organisation/${organisation}`] = () => Response.json({ id: organisation, name: 'North' })
    const shop = { ...row, organisation, processors: [taking(processor ?? '')] } as unknown as ProfileRow
    show(<CloneProfile row={shop} onClose={nothing} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Add payment profile' }, slowly))
    expect(await screen.findByText(/Ask your payment provider which checks/, undefined, slowly)).toBeTruthy()
  })

  it('leaves the routes of a shop out of its clone when they need a processor that nobody here sees', async () => {
    const routing = { card: '01935688-6680-7eaf-ab28-000000000001' }
    const shop = { ...row, routing, processors: [taking('a'), 'unseen'] } as unknown as ProfileRow
    show(<CloneProfile row={shop} onClose={nothing} />)
    expect(await screen.findByText(/^The routes are left out/, {}, slowly)).toBeTruthy()
  })
})

describe('a button in the list', () => {
  const ask = (action: 'update' | 'clone') =>
    show(
      <AskedActionContext value={{ asked: { action, id: 'p1' }, done: nothing }}>
        <PaymentProfilePanel id="p1" />
      </AskedActionContext>,
    )

  it.each([
    ['update', 'Edit Webshop'],
    ['clone', 'Clone Webshop'],
  ] as const)('to %s a shop opens the dialog of its panel', async (action, name) => {
    answers['/v1/paymentprofile/p1'] = () => Response.json(row)
    ask(action)
    expect(await screen.findByRole('dialog', { name }, slowly)).toBeTruthy()
  })

  it('says in the panel that the shop is gone', async () => {
    answers['/v1/paymentprofile/p1'] = () => refusal(404, 'not_found')
    ask('update')
    expect(await screen.findByText('It does not exist, or you do not have access to it.', {}, slowly)).toBeTruthy()
  })
})
