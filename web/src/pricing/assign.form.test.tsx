import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { SetDefault } from './assign.form.tsx'

const { server, show } = stage()

it('a form whose first values cannot be read says so, and reads them again', async () => {
  server.mockImplementation(async () => Response.json({ code: 'internal_error' }, { status: 500 }))
  // It reads nothing else of a scheme.
  const row = { id: 's1', name: 'Standard' } as unknown as Scheme
  show(<SetDefault type="REVENUE" row={row} onClose={() => {}} />, { psp: true, roles: ['PSP_ALL'] })
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 })
  expect(screen.getByRole('dialog')).toBeTruthy()
  server.mockImplementation(async () => Response.json({ first_day: '2026-12-01', versions: [] }))
  fireEvent.click(again)
  expect(
    await screen.findByText('Every merchant without a scheme of their own gets this one from the chosen day on.'),
  ).toBeTruthy()
})
