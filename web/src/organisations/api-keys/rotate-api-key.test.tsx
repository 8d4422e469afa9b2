import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { RotateApiKey } from './rotate-api-key.tsx'

const { server, show } = stage()
const id = '01900000-0000-7000-8000-000000000001'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const slowly = { timeout: 10_000 }

/** The dialog of a key of a year that ends in so many days; null: never. */
async function opened(left_days: number | null) {
  const expires_at = left_days === null ? null : inDays(left_days)
  const row = { id, name: 'Shop', created_at: inDays((left_days ?? 0) - 365), expires_at }
  show(<RotateApiKey row={row} opened onClose={() => {}} />)
  return screen.findByRole<HTMLInputElement>('textbox', { name: /ast day/ }, slowly)
}

async function sent(): Promise<Record<string, unknown>> {
  server.mockImplementation(async () => Response.json({ secret: 'kontor_x', prefix: 'kontor_x', expires_at: null }))
  fireEvent.click(screen.getByRole('button', { name: 'Replace key' }))
  const posts = () => server.mock.calls.filter(([, init]) => init?.method === 'POST')
  await waitFor(() => expect(posts()).toHaveLength(1), slowly)
  return JSON.parse(String(posts()[0]?.[1]?.body))
}

describe('the dialog that replaces a key', () => {
  it('asks for the end of the new key when the old one ends soon, and offers the life that it had', async () => {
    const field = await opened(10)
    expect(screen.getByText(/^The old key ends soon/)).toBeTruthy()
    expect(field.value).not.toBe('')
    // The end of a day here may be the day before in UTC.
    const days = [364, 365, 366].map((each) => inDays(each).slice(0, 10))
    expect(days).toContain(String((await sent())['expires_at']).slice(0, 10))
  })

  it.each([31, null])('leaves the end as it was for one that ends in %s days, and says so', async (left) => {
    const field = await opened(left)
    expect(screen.queryByText(/^The old key ends soon/)).toBeNull()
    expect(screen.getByText(/^Leave empty, and the new key/)).toBeTruthy()
    expect(field.value).toBe('')
    expect(await sent()).toEqual({ overlap_hours: 24 })
  })
})
