import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { CreateRuleset } from '../../decisions/rulesets/ruleset.form.tsx'
import { CreateProfile } from '../../organisations/profiles/payment-profile.form.tsx'
import { CreatePackage } from '../../packages/package.form.tsx'
import { OneOffForm } from '../../settlements/one-offs/one-off.form.tsx'
import { CreateSettlementProfile } from '../../settlements/profiles/settlement-profile.form.tsx'

const { server, show } = stage()
const id = '01900000-0000-7000-8000-000000000001'
const slowly = { timeout: 10_000 }
const onClose = () => {}

beforeEach(() => {
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = () => {}
  server.mockImplementation(async (address, { method }) => {
    const { pathname } = new URL(address, 'http://localhost')
    if (pathname.endsWith('/check')) return Response.json([])
    if (method === 'POST') return Response.json({ id })
    if (pathname === '/v1/currency')
      return Response.json(['EUR', 'JPY', 'KWD'].map((currency_code) => ({ currency_code })))
    if (pathname === '/v1/paymentprofile/new')
      return Response.json({ currency_code: 'EUR', checked_by: [], checked_by_unseen: 0 })
    return Response.json(pathname.endsWith(id) ? { id } : [])
  })
})

const opened = (form: ReactElement) => show(form, { psp: true, roles: ['PSP_ALL'], merchant: id, organisation: id })
const field = async (label: string | RegExp) =>
  (await screen.findAllByLabelText(label, undefined, slowly)).find((each) =>
    each.matches('input, select'),
  ) as HTMLInputElement

/** A select is changed, and a field that finds by typing is opened and pressed. */
async function choose(currency: string) {
  const chooser = await field(/^Currency/)
  if (chooser instanceof HTMLSelectElement) return fireEvent.change(chooser, { target: { value: currency } })
  fireEvent.click(chooser)
  const list = await waitFor(() => {
    const found = document.getElementById(chooser.getAttribute('aria-controls') ?? '')
    if (!found) throw new Error('The list is not open yet')
    return found
  }, slowly)
  fireEvent.click(await within(list).findByRole('option', { name: currency, hidden: true }, slowly))
}

async function typed(label: string | RegExp, text: string) {
  const amount = await field(label)
  fireEvent.change(amount, { target: { value: text } })
  fireEvent.blur(amount)
}

describe('an amount keeps its decimal value when its currency is chosen after it', () => {
  it.each([
    ['a one-off', /^Amount/, () => <OneOffForm opened onClose={onClose} />],
    ['a settlement profile', /^Minimum/, () => <CreateSettlementProfile opened onClose={onClose} />],
    ['a package', /^Minimum/, () => <CreatePackage opened onClose={onClose} />],
    ['a payment profile', /^Largest payment/, () => <CreateProfile onClose={onClose} />],
  ] as const)('in %s', async (_form, label, form) => {
    opened(form())
    await typed(label, '500')
    const amount = await field(label)
    expect(amount.value).toBe('500.00')
    await choose('JPY')
    await waitFor(() => expect(amount.value).toBe('500'))
    await choose('KWD')
    await waitFor(() => expect(amount.value).toBe('500.000'))
  })

  it('in the conditions of a new ruleset', async () => {
    opened(<CreateRuleset action="block" onClose={onClose} />)
    const select = (name: string) => screen.findByLabelText(name, { selector: 'select' }, slowly)
    fireEvent.change(await select('Rule'), { target: { value: 'amount' } })
    fireEvent.change(await select('Comparison'), { target: { value: '>' } })
    await typed('Value', '500')
    await choose('JPY')
    await waitFor(async () => expect((await field('Value')).value).toBe('500'))
  })

  it('and is sent as it is shown', async () => {
    opened(<OneOffForm opened onClose={onClose} />)
    await typed(/^Amount/, '500')
    await choose('JPY')
    for (const name of [/^Description \(Dutch/, /^Description \(English/]) await typed(name, 'Fee')
    fireEvent.click(screen.getByRole('button', { name: /^Add/ }))
    await waitFor(
      () =>
        expect(
          server.mock.calls.flatMap(([, { method, body }]) => (method === 'POST' ? [JSON.parse(String(body))] : [])),
        ).toMatchObject([{ amount: -500, currency_code: 'JPY' }]),
      slowly,
    )
  })

  it('and stays to be mended where the other currency has no such amount', async () => {
    opened(<OneOffForm opened onClose={onClose} />)
    await typed(/^Amount/, '12.50')
    await choose('JPY')
    const amount = await field(/^Amount/)
    await waitFor(() => expect(amount.value).toBe('12.50'))
    fireEvent.click(screen.getByRole('button', { name: /^Add/ }))
    expect(await screen.findByText('Enter a whole amount, without decimals', undefined, slowly)).toBeTruthy()
    await choose('EUR')
    await waitFor(() => expect(amount.getAttribute('aria-invalid')).not.toBe('true'))
    expect(amount.value).toBe('12.50')
  })
})

it('no letters that are no currency get into a package', async () => {
  opened(<CreatePackage opened onClose={onClose} />)
  const currency = await field(/^Currency/)
  fireEvent.change(currency, { target: { value: 'EUX' } })
  fireEvent.blur(currency)
  expect(await field(/^Minimum/)).toBeTruthy()
  expect(currency.value).toBe('EUR')
})
