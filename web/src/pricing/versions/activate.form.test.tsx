import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { ActivateForm } from './activate.form.tsx'

const { server, show } = stage()
const row = { id: 's1', name: 'Card', merchants: 1, currency_code: 'EUR' }
const sent = () =>
  server.mock.calls.flatMap(([address, { method, body }]) =>
    method === 'POST' && !address.includes('rehears') ? [JSON.parse(String(body))] : [],
  )

/** Opened with the first revision; a press reads the second one. */
function Form() {
  const [revision, read] = useState(1)
  return (
    <>
      <button type="button" onClick={() => read(2)}>
        Read again
      </button>
      <ActivateForm
        type="REVENUE"
        row={row as never}
        version={{ id: 'v1', number: 2, revision } as never}
        firstDay="2026-12-01"
        onClose={() => {}}
      />
    </>
  )
}

test('what was said of a day is not said of another one, and the version is activated as it was opened', async () => {
  const month_owed = { currency_code: 'EUR', merchants: 1, names: ['Bloom'] }
  server.mockImplementation(async (address) =>
    Response.json({ problems: [], below_cost: [], month_owed, rehearsals: [], is_needed: false, address }),
  )
  show(<Form />, { psp: true, roles: ['PSP_ALL'] })
  const seen = () => screen.findByRole('checkbox')
  fireEvent.click(await seen())
  await waitFor(async () => expect(await seen()).toHaveProperty('checked', true))
  const day = screen.getByRole('textbox')
  fireEvent.change(day, { target: { value: '12/5/2026' } })
  fireEvent.blur(day)
  await waitFor(async () => expect(await seen()).toHaveProperty('checked', false))
  fireEvent.click(screen.getByText('Read again'))
  fireEvent.click(screen.getByRole('button', { name: 'Approve and activate' }))
  await waitFor(() => expect(sent()).toEqual([{ valid_from: '2026-12-05', revision: 1 }]))
})
