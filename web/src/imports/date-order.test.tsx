import { importEntity } from '@kontor/contract/imports/import.entity'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { sampleOf } from '../../test/sample-row.ts'
import { stage } from '../../test/stage.tsx'
import { CheckedImport } from './checked-import.tsx'
import type { ImportRow } from './import-row.ts'

const { server, show } = stage()

const sample = {
  ...{ delimiter: ';', encoding: 'utf-8', decimal: '.', format: 'csv', same_as: null },
  ...{ header: ['reference', 'date_of_birth'], rows: [{ line: 2, fields: ['K1', ''] }] },
  mapping: { reference: 'reference', date_of_birth: 'date_of_birth' },
}
let dates: object
let sent: unknown[]

beforeEach(() => {
  sent = []
  server.mockImplementation(async (address, { method, body }) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)))
    return Response.json(address.includes('/sample') ? { ...sample, ...dates } : { counts: [], rejections: [] })
  })
})

// The cast is safe: the rows that it refers to are not shown here.
const checked = { ...sampleOf(importEntity), type: 'customer', status: 'VALIDATED', task: null } as unknown as ImportRow

it('a file whose check met dates that can be read in two ways asks which part is the day, with one of them', async () => {
  dates = { date_order: null, date_example: { line: 61, text: '01-03-1980' } }
  show(<CheckedImport row={checked} />, { psp: true, roles: ['PSP_ALL'] })
  expect((await screen.findByRole('alert')).textContent).toContain('line 61 has 01-03-1980')
  fireEvent.click(screen.getByRole('button', { name: 'Choose the order' }))
  const order = await screen.findByRole('combobox', { name: /^Dates are written as/ })
  expect(screen.getByText(/^Line 61 has 01-03-1980/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('Fill this in')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(order, { target: { value: 'dmy' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  await waitFor(() => expect(sent).toMatchObject([{ date_order: 'dmy' }]))
})

it('a file whose dates begin with the year asks nothing about them', async () => {
  dates = { date_order: 'ymd', date_example: null }
  show(<CheckedImport row={checked} />, { psp: true, roles: ['PSP_ALL'] })
  fireEvent.click(await screen.findByRole('button', { name: /columns/ }))
  await screen.findByRole('button', { name: 'Check' })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('combobox', { name: /^Dates are written as/ })).toBeNull()
})
