import { newLine } from '@kontor/contract/pricing/new-line'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { InvoiceLines } from './invoice-lines.tsx'

const { show } = stage()

test('an invoice says the text of a price in the language of the reader, and else what the price is for', async () => {
  const text = { text_nl: 'Bankbetalingen', text_en: 'Bank payments' }
  const { text_nl: _, text_en: __, ...old } = newLine({ product: 'ideal' })
  const lineOf = (kind: string, line: object) => ({
    ...{ kind, count: 1, base: 1_000, amount: 32, text_nl: null, text_en: null },
    price: { scheme: 'Standard', version: 2, number: 3, line },
  })
  const lines = [
    lineOf('fee', newLine({ product: 'ideal', ...text })),
    lineOf('fee_more', newLine({ product: 'ideal', ...text })),
    lineOf('fee', newLine({ product: 'ideal' })),
    // An invoice from before prices had texts.
    lineOf('fee', old),
  ]
  show(<InvoiceLines of={{ lines, currency_code: 'EUR', net: 128 } as unknown as InvoiceDocument} />)
  const [, ...rows] = await screen.findAllByRole('row')
  const said = rows.slice(0, 4).map((row) => within(row).getAllByRole('cell')[0]?.textContent)
  expect(said.map((words) => words?.split('Standard')[0])).toEqual([
    'Bank payments',
    'Correction, more: Bank payments',
    'Payments: iDEAL',
    'Payments: iDEAL',
  ])
})
