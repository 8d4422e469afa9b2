import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { InviteUsers } from './invite-users.form.tsx'

const { server, show } = stage()

describe('the invitation of users', () => {
  it('names the address that is none, and asks for a role in words', async () => {
    server.mockImplementation(async () => Response.json([]))
    show(<InviteUsers of="provider" opened onClose={() => {}} />)
    fireEvent.change(await screen.findByRole('textbox', { name: /Email addresses/ }), {
      target: { value: 'anna@shop.example\nAnna White <anna.shop.example>' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
    expect(await screen.findByText('Not a valid email address: anna.shop.example')).toBeDefined()
    expect(screen.getByText('Select at least one role')).toBeDefined()
  })
})
