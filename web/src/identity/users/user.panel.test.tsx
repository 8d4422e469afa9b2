import { user } from '@kontor/contract/identity/users/user.entity'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { id, sampleOf } from '../../../test/sample-row.ts'
import { stage } from '../../../test/stage.tsx'
import UserPanel from './user.panel.tsx'
import { users } from './user.screen.ts'

const { server, show } = stage()

it('The panel of a user who is locked out says so, and what unlocks the account', async () => {
  server.mockImplementation(async (address) => {
    const isRow = address.split('?')[0]?.endsWith(`/user/${id}`)
    return Response.json(isRow ? { ...sampleOf(user), status: 'LOCKED' } : [])
  })
  show(<UserPanel id={id} />, {}, users)
  await screen.findByText('Locked')
  expect(screen.getByText(/can no longer sign in. Mail a password link/)).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Mail password link' })).not.toBeNull()
})
