import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { ChangePackageSchemes } from './package.form.tsx'

const { server, show } = stage()
const id = '01900000-0000-7000-8000-000000000001'
const [standard, cheaper] = [
  { id: '01900000-0000-7000-8000-00000000000a', name: 'Standard' },
  { id: '01900000-0000-7000-8000-00000000000b', name: 'Cheaper' },
]
const first_day = '2026-11-28'
const of = { type: 'REVENUE' }
const schemes = [
  { ...of, scheme: cheaper, valid_from: '2026-12-15', valid_until: null },
  { ...of, scheme: standard, valid_from: '2026-01-01', valid_until: '2026-12-15' },
]
const row = {
  id,
  name: 'Start',
  revenue_scheme: standard,
  cost_scheme: null,
  reserve_scheme: null,
  partner_scheme: null,
}
const slowly = { timeout: 10_000 }
const sent = () =>
  server.mock.calls.flatMap(([, { method, body }]) => (method === 'POST' ? [JSON.parse(String(body))] : []))

const field = async () => (await screen.findAllByLabelText(/^Revenue scheme/, undefined, slowly))[0] as HTMLInputElement
const shows = async (name: string) => {
  const shown = await field()
  await waitFor(() => expect(shown.value).toBe(name), slowly)
}
const from = (value: string) => {
  const day = screen.getByLabelText(/^Valid from/)
  fireEvent.change(day, { target: { value } })
  fireEvent.blur(day)
}
const choose = async (name: string) => {
  fireEvent.click(await field())
  fireEvent.click(await screen.findByRole('option', { name, hidden: true }, slowly))
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Change schemes' }))

beforeEach(() => {
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = () => {}
  server.mockImplementation(async (address, { method }) => {
    const { pathname } = new URL(address, 'http://localhost')
    if (method === 'POST') return Response.json({ id })
    if (pathname.endsWith('/scheme')) return Response.json({ schemes, first_day })
    const one = [standard, cheaper].find((each) => pathname.endsWith(each.id))
    return Response.json(one ?? (pathname.endsWith('revenuescheme') ? [standard, cheaper] : []))
  })
  show(<ChangePackageSchemes row={row as never} onClose={() => {}} />, { psp: true, roles: ['PSP_ALL'] })
})

test('a scheme that holds today is written from a day on which another one would hold', async () => {
  await shows('Standard')
  from('12/20/2026')
  await shows('Cheaper')
  await choose('Standard')
  send()
  await waitFor(() => expect(sent()).toEqual([{ revenue_scheme: standard.id, valid_from: '2026-12-20' }]), slowly)
})

test('what would change nothing is not sent, and the form says so', async () => {
  await shows('Standard')
  send()
  expect(await screen.findByText(/^These schemes hold on that day already/, undefined, slowly)).toBeTruthy()
  expect(sent()).toEqual([])
})

test('a scheme that was chosen stays when the day is moved over one on which it would hold anyway', async () => {
  await shows('Standard')
  await choose('Cheaper')
  from('12/20/2026')
  from('12/01/2026')
  send()
  await waitFor(() => expect(sent()).toEqual([{ revenue_scheme: cheaper.id, valid_from: '2026-12-01' }]), slowly)
})
