import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { processor } from '@kontor/contract/processors/processor.entity'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { sampleOf } from '../../test/sample-row.ts'
import { stage } from '../../test/stage.tsx'
import { CreateShare } from './share.form.tsx'
import { shareRequests } from './share.screen.ts'

const { server, show } = stage()

const [root, branch, other] = ['1', '2', '3'].map((end) => `01900000-0000-7000-8000-00000000000${end}`)
let nodes: { id: string | undefined; name: string; parent: string | null | undefined }[]

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => {}
  nodes = [
    { id: root, name: 'Bloom', parent: null },
    { id: branch, name: 'Branch', parent: root },
  ]
  server.mockImplementation(async (address) => {
    if (address.includes('/tree')) return Response.json({ nodes, is_complete: true })
    if (address.includes('/v1/processor')) return Response.json([{ ...sampleOf(processor), organisation: branch }])
    return Response.json(nodes.map(({ id, name }) => ({ ...sampleOf(organisation), id, name })))
  })
})

async function choose() {
  show(<CreateShare onClose={() => {}} />, { roles: ['SHARE_ALL', 'PROCESSOR_ALL', 'ORGANISATION_ALL'] }, shareRequests)
  fireEvent.click(await screen.findByRole('combobox', { name: /^Processors/ }))
  fireEvent.click(await screen.findByRole('option', { name: /^Before/ }))
  fireEvent.click(screen.getByRole('combobox', { name: /^Share with/ }))
}

it('an organisation that has the use of the processor anyway is not offered', async () => {
  nodes.push({ id: other, name: 'Other branch', parent: root })
  await choose()
  await screen.findByRole('option', { name: /^Other branch/ })
  await waitFor(() => expect(screen.queryAllByRole('option', { name: /^(Bloom|Branch)/ })).toEqual([]))
  expect(screen.getByRole('option', { name: /^Other branch/ })).toBeTruthy()
  expect(screen.queryByText(/none left to share with/)).toBeNull()
})

it('where no organisation is left, the field says so', async () => {
  await choose()
  expect(await screen.findByText(/none left to share with/)).toBeTruthy()
})
