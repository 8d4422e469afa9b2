import { parseQueryString, type Query } from '@kontor/contract/lists/query-string'
import { refund } from '@kontor/contract/payments/refund.entity'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import fields from '../../../../public/locales/en-US/fields.json' with { type: 'json' }
import main from '../../../../public/locales/en-US/main.json' with { type: 'json' }
import { ViewerContext } from '../../viewer.ts'
import { FilterBar } from './filter-bar.tsx'

const viewer = {
  id: '1',
  email: '',
  name: '',
  psp: true,
  roles: ['PSP_ALL'],
  merchant: null,
  merchant_name: null,
  organisation: null,
  time_zone: 'Europe/Amsterdam',
  modules: [],
}
// The first editor takes long to load on a busy machine.
configure({ asyncUtilTimeout: 10_000 })
const i18n = i18next.createInstance()
let addresses: Query[]

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  await i18n.init({ lng: 'en-US', defaultNS: 'main', resources: { 'en-US': { main, fields } } })
})
beforeEach(() => {
  addresses = []
  // No currency is used yet. Without this the server of another file's tests could answer.
  vi.stubGlobal('fetch', async () => Response.json([]))
})
afterEach(cleanup)

describe('the filter bar', () => {
  it('has a chip for each filter of the address, with its value', () => {
    show(
      'status[]=PENDING&status[]=FAILED&created_at>=2026-10-01&created_at<=2026-10-31&amount>=1250&currency_code=EUR',
    )
    expect(chips()).toEqual([
      'StatusPending, Failed',
      'DateOct 1, 2026 – Oct 31, 2026',
      'Refundfrom €12.50',
      'CurrencyEUR',
    ])
  })

  it.each([
    ['JPY', '¥1,250', '1250'],
    ['KWD', 'KWD\u00a01.250', '1.250'],
    ['EUR', '€12.50', '12.50'],
  ])('writes an amount as its currency has it, in the chip as in the editor: %s', async (code, text, typed) => {
    show(`amount>=1250&currency_code=${code}`)
    expect(chips()).toEqual([`Refundfrom ${text}`, `Currency${code}`])
    fireEvent.click(screen.getByTitle('Edit filter Refund'))
    expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe(typed)
  })

  it('offers the currencies that the shops use, the most used first, and that of the address', async () => {
    const used = ['SEK', 'EUR'].map((currency_code) => ({ currency_code, payment_profiles: 1 }))
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(used))
    const offered = () =>
      within(screen.getByLabelText(main.filter.currency))
        .getAllByRole('option')
        .map((option) => option.textContent)
    show('')
    fireEvent.click(screen.getByRole('button', { name: main.filter.add_label }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Refund' }))
    await screen.findByLabelText(main.filter.currency)
    await waitFor(() => expect(offered()).toEqual(['SEK', 'EUR']))
    expect(screen.getByLabelText<HTMLSelectElement>(main.filter.currency).value).toBe('SEK')
    cleanup()
    show('amount>=100&currency_code=JPY')
    fireEvent.click(screen.getByTitle('Edit filter Refund'))
    await screen.findByLabelText(main.filter.currency)
    await waitFor(() => expect(offered()).toEqual(['SEK', 'EUR', 'JPY']))
    fetched.mockRestore()
  })

  it('keeps the decimal value of an amount when its currency is chosen after it', async () => {
    const used = ['EUR', 'JPY'].map((currency_code) => ({ currency_code, payment_profiles: 1 }))
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(used))
    show('')
    fireEvent.click(screen.getByRole('button', { name: main.filter.add_label }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Refund' }))
    const currency = await screen.findByLabelText<HTMLSelectElement>(main.filter.currency)
    await waitFor(() => expect(currency.options).toHaveLength(2))
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '500' } })
    fireEvent.change(currency, { target: { value: 'JPY' } })
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('500')
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(addresses).toEqual([{ 'amount>': '500', 'currency_code[]': ['JPY'] }]))
    fetched.mockRestore()
  })

  it('keeps the focus on the chip of an applied filter, although the address follows later', async () => {
    show('', { later_ms: 30 })
    fireEvent.click(screen.getByRole('button', { name: main.filter.add_label }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Status' }))
    fireEvent.click(await screen.findByLabelText('Pending'))
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    const chip = screen.getByTitle('Edit filter Status')
    expect(document.activeElement).toBe(chip)
    await waitFor(() => expect(chips()).toEqual(['StatusPending']))
    expect(document.activeElement).toBe(chip)
  })

  it('takes no amount for euros, or for anything else, whose currency is not one', () => {
    for (const address of ['amount>=1250', 'amount>=1250&currency_code[]=EUR&currency_code[]=JPY']) {
      show(address)
      expect(chips()[0]).toBe('Refundfrom 1,250 in minor units')
      cleanup()
    }
  })

  it('shows in its editor what the chip says, also after the chip was removed', async () => {
    show('status=PENDING')
    fireEvent.click(screen.getByText('Pending'))
    expect((await screen.findByLabelText<HTMLInputElement>('Pending')).checked).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Status' }))
    expect([chips(), addresses]).toEqual([[], [{}]])
    fireEvent.click(screen.getByRole('button', { name: main.filter.add_label }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Status' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Pending')).checked).toBe(false)
  })

  it('sends no empty value, and keeps the others, when a range is emptied', async () => {
    show('status=PENDING&amount>=1250&amount<=2000&currency_code=EUR')
    fireEvent.click(screen.getByText('€12.50 – €20.00'))
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(addresses).toEqual([{ status: 'PENDING', 'amount<': '2000', 'currency_code[]': ['EUR'] }]),
    )
  })

  it('takes a filter out of the address and leaves the others', () => {
    show('status=PENDING&created_at>=2026-10-01&_skip=50')
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Status' }))
    expect(addresses).toEqual([{ 'created_at>': '2026-10-01' }])
    expect(chips()).toEqual(['Datefrom Oct 1, 2026'])
  })

  it('gives the focus of a removed chip to its neighbour, and that of the last one to the button that adds one', () => {
    show('status=PENDING&created_at>=2026-10-01')
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Status' }))
    expect(document.activeElement).toBe(screen.getByTitle('Edit filter Date'))
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Date' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: main.filter.add_label }))
  })

  it('clears everything at once, and only when there is something to clear', () => {
    show('status=PENDING&_sort=-amount')
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(addresses).toEqual([{ _sort: '-amount', _all: 'true' }])
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
  })

  it('changes the address once, when the editor is applied', async () => {
    show('status=PENDING')
    fireEvent.click(screen.getByText('Pending'))
    fireEvent.click(await screen.findByLabelText('Failed'))
    expect(addresses).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(addresses).toEqual([{ 'status[]': ['PENDING', 'FAILED'] }]))
    expect(chips()).toEqual(['StatusPending, Failed'])
  })

  it('keeps all ids of a chip when one is added, and takes none twice', async () => {
    const [one, two, three] = ['1', '2', '3'].map((end) => `01934f00-0000-7000-8000-00000000000${end}`)
    show(`id[]=${one}&id[]=${two}&status=PENDING`)
    fireEvent.click(screen.getByTitle('Edit filter ID'))
    const editor = await screen.findByLabelText<HTMLTextAreaElement>('Value')
    expect(editor.value).toBe(`${one}\n${two}`)
    fireEvent.change(editor, { target: { value: `${editor.value}\n${three}, ${one} not-an-id` } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect([addresses, editor.getAttribute('aria-invalid')]).toEqual([[], 'true'])
    fireEvent.change(editor, { target: { value: `${one}\n${two}\n\n ${three}, ${one}` } })
    fireEvent.keyDown(editor, { key: 'Enter' })
    await waitFor(() => expect(addresses).toEqual([{ status: 'PENDING', 'id[]': [one, two, three] }]))
  })

  it('takes as many ids as an address does, and says so', async () => {
    const ids = Array.from({ length: 101 }, (_, at) => `01934f00-0000-7000-8000-${String(at).padStart(12, '0')}`)
    show(`id=${ids[0]}`)
    fireEvent.click(screen.getByTitle('Edit filter ID'))
    const editor = await screen.findByLabelText<HTMLTextAreaElement>('Value')
    fireEvent.change(editor, { target: { value: ids.join('\n') } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect([addresses, editor.getAttribute('aria-invalid')]).toEqual([[], 'true'])
  })

  it('does not offer what the screen fixes, and can remove the window that came by itself', () => {
    show('created_at>=2026-10-21', { fixed: { status: 'PENDING' }, initial: { 'created_at>': '2026-10-21' } })
    expect(chips()).toEqual(['Datefrom Oct 21, 2026'])
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Date' }))
    expect(addresses).toEqual([{}])
  })
})

const chips = () => [...document.querySelectorAll('[data-filter]')].map((chip) => chip.textContent)

function show(address: string, more: More = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nextProvider i18n={i18n}>
        <MantineProvider env="test">
          <ViewerContext value={viewer}>
            <Screen start={{ ...parseQueryString(address) }} more={more} />
          </ViewerContext>
        </MantineProvider>
      </I18nextProvider>
    </QueryClientProvider>,
  )
}

interface More {
  fixed?: Query
  initial?: Query
  /** The address changes so much later, as the router's does. */
  later_ms?: number
}

/** Replaces the router: an address that the bar reads and writes. */
function Screen({ start, more: { later_ms, ...more } }: { start: Query; more: More }) {
  const [search, setSearch] = useState(start)
  return (
    <FilterBar
      entity={refund}
      search={search}
      onChange={(next) => {
        addresses.push(next)
        if (later_ms) setTimeout(() => setSearch(next), later_ms)
        else setSearch(next)
      }}
      {...more}
    />
  )
}
