import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { processor } from '@kontor/contract/processors/processor.entity'
import { processorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { sampleOf } from '../../test/sample-row.ts'
import { stage } from '../../test/stage.tsx'
import { EditProcessor } from './processor.form.tsx'
import { EditProcessorSettlement } from './settlements/processor-settlement.form.tsx'

const { server, show } = stage()
const [shop, branch] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b']
const named = (id: string, name: string) => ({ ...sampleOf(organisation), id, name })
const organisations = [named(shop, 'Head office'), named(branch, 'Branch')]
const present = '01900000-0000-7000-8000-00000000000d'
const people = [{ id: '01900000-0000-7000-8000-00000000000c', name: 'Wil de Wit' }]
const onClose = () => {}

beforeEach(() => {
  // What Mantine's lists ask of a browser and jsdom lacks.
  Element.prototype.scrollIntoView ??= () => {}
  server.mockImplementation(async (address, { method }) => {
    const { pathname } = new URL(address, 'http://localhost')
    if (method === 'POST') return Response.json({ id: shop, name: 'Cards' })
    if (pathname.endsWith('/gateway')) return Response.json([])
    if (pathname.endsWith('/setup')) return Response.json({ user: { id: present, name: 'Cas Kassa' } })
    if (pathname.endsWith('/processor/user')) return Response.json(people)
    const one = organisations.find(({ id }) => pathname.endsWith(id))
    if (one) return Response.json(one)
    if (pathname.endsWith('/organisation')) return Response.json(organisations)
    const entity = pathname.includes('settlement') ? processorSettlement : processor
    return Response.json({ ...sampleOf(entity), organisation: shop })
  })
})

const sent = () =>
  server.mock.calls.flatMap(([, { method, body }]) => (method === 'POST' ? [JSON.parse(String(body))] : []))
const slowly = { timeout: 10_000 }
const choose = async (field: RegExp, option: string) => {
  fireEvent.click(await screen.findByRole('combobox', { name: field }, slowly))
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(option), hidden: true }, slowly))
}

it.each<[string, (row: never) => ReactNode]>([
  [processor.name, (row) => <EditProcessor {...{ row, onClose }} />],
  [processorSettlement.name, (row) => <EditProcessorSettlement {...{ row, onClose }} />],
])('the user of a %s is chosen anew when its organisation changes, and stays while that stays', async (name, form) => {
  const entity = name === processor.name ? processor : processorSettlement
  show(form({ ...sampleOf(entity), shared: false, organisation: { id: shop, name: 'Head office' } } as never), {
    ...{ psp: true, roles: ['PSP_ALL'] },
  })
  const user = () => screen.findByRole('combobox', { name: /^User/ }, slowly)
  await waitFor(async () => expect((await user()).getAttribute('placeholder')).toBe('Stays Cas Kassa'), slowly)
  await choose(/^Organi/, 'Branch')
  expect((await user()).getAttribute('placeholder')).toBe('Choose…')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await user()).getAttribute('aria-invalid')).toBe('true'), slowly)
  expect(sent()).toEqual([])
  await choose(/^User/, 'Wil de Wit')
  // Chosen once more, it stays: the field must not be empty.
  await choose(/^User/, 'Wil de Wit')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toMatchObject([{ organisation: branch, user: people[0]?.id }]), slowly)
})
