import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
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

test('a scheme that holds today is written from a day on which another one would hold', async () => {
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
  const [field] = await screen.findAllByLabelText(/^Revenue scheme/, undefined, slowly)
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('Standard'), slowly)
  const day = screen.getByLabelText(/^Valid from/)
  fireEvent.change(day, { target: { value: '12/20/2026' } })
  fireEvent.blur(day)
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('Cheaper'), slowly)
  fireEvent.click(field as HTMLElement)
  fireEvent.click(await screen.findByRole('option', { name: 'Standard', hidden: true }, slowly))
  fireEvent.click(screen.getByRole('button', { name: 'Change schemes' }))
  await waitFor(() => expect(sent()).toEqual([{ revenue_scheme: standard.id, valid_from: '2026-12-20' }]), slowly)
})
