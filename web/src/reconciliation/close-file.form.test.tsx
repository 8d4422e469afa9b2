import type { SettlementFile } from '@kontor/contract/processors/processor-settlement.schemas'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { CloseFile } from './close-file.form.tsx'

const { server, show } = stage()

const file: SettlementFile = {
  ...{ id: 'f1', name: 'batch-1.csv', received_at: '2026-11-20T10:00:00.000Z', uploaded_by: null, status: 'READ' },
  ...{ batch: '1', period_from: null, period_to: null, lines: 2, unclear_lines: 0 },
  totals: [
    { currency_code: 'EUR', gross: '-6800', fees: '50', net: '-6850' },
    { currency_code: 'USD', gross: '1000', fees: '10', net: '990' },
  ],
  ...{ failed_line: null, failed_column: null, failed_why: null, reconciled: 'MATCHED', open_differences: 0 },
  ...{ closed_by: null, bank_reference: null, received: [] },
}

it('closes a file whose net amount the bank took, with amounts that are typed without a sign', async () => {
  show(<CloseFile id="s1" file={file} onClose={() => {}} />)
  await type(/^Reference of the bank/, 'B-1')
  await type(/^Taken from the bank account in EUR/, '68.50')
  await type(/^Received in USD/, '9.90')
  server.mockResolvedValue(Response.json({ ...file, reconciled: 'CLOSED' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close the file' }))
  await waitFor(() => expect(server).toHaveBeenCalled())
  expect(JSON.parse(String(server.mock.calls[0]?.[1].body))).toEqual({
    bank_reference: 'B-1',
    received: [
      { currency_code: 'EUR', amount: -6850 },
      { currency_code: 'USD', amount: 990 },
    ],
  })
})

const type = async (name: RegExp, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } })
