import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { MiddlewareActions } from './middleware-actions.tsx'
import type { MiddlewareRow } from './middleware-row.ts'

const { show } = stage()

const score: MiddlewareRow = {
  ...{ id: 'w1', created_at: '2026-11-01T09:00:00.000Z', name: 'Score', description: null, provider: 'http' },
  ...{ kind: 'before', url: 'https://score.example/', time_limit_ms: 2_000, when_silent: 'go_on', active: true },
  ...{ organisation: 'm1', merchant: 'm1', merchant_name: 'Shop' },
}

/** What is said before the middleware is switched off, or on again. */
async function saidOf(row: MiddlewareRow): Promise<string> {
  cleanup()
  show(<MiddlewareActions row={row} />, { psp: true, roles: ['PSP_ALL'] })
  fireEvent.click(await screen.findByRole('button', { name: row.active ? 'Deactivate' : 'Activate' }))
  return within(await screen.findByRole('dialog')).getByRole('paragraph').textContent ?? ''
}

test('whoever switches a middleware off or on is told what becomes of questions, or of outcomes', async () => {
  const told: MiddlewareRow = { ...score, kind: 'after' }
  expect(await saidOf(score)).toMatch(/^It is no longer asked about new payments/)
  expect(await saidOf(told)).toBe('Outcomes are no longer sent. They wait until you switch it on again.')
  expect(await saidOf({ ...told, active: false })).toBe('Outcomes are sent again, also those that have been waiting.')
})
