import { standardBundles } from '@kontor/contract/identity/bundles/standard-bundles'
import { fireEvent, screen, waitFor } from '@testing-library/react'
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

  it('takes the roles of a bundle, and none that has a role which the viewer lacks', async () => {
    const developer = standardBundles.provider.find(({ id }) => id === 'developer')?.roles ?? []
    const own = [
      { id: 'b1', name: 'Night shift', description: null, roles: ['REFUND_LIST', 'WEBHOOK_LIST'] },
      { id: 'b2', name: 'Cashiers', description: null, roles: ['REFUND_LIST', 'CUSTOMER_LIST'] },
    ]
    server.mockImplementation(async (address) =>
      Response.json(address.includes('bundle') ? own : address.endsWith('/user') ? { results: [] } : []),
    )
    show(<InviteUsers of="provider" opened onClose={() => {}} />, { psp: true, roles: ['PSP_USER_ALL', ...developer] })
    const bundles = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Bundle of roles' })
    await screen.findByRole('option', { name: 'Night shift' })
    const lacked = [...bundles.options].filter(({ disabled }) => disabled).map(({ text }) => text)
    const lacking = (name: string) => `${name} (roles that you lack yourself)`
    expect(lacked).toEqual(['Cashiers', 'Administrator', 'Finance', 'Support', 'Read only'].map(lacking))
    fireEvent.change(screen.getByRole('textbox', { name: /Email addresses/ }), {
      target: { value: 'anna@shop.example' },
    })
    fireEvent.change(bundles, { target: { value: 'developer' } })
    expect(await screen.findByText('Connects processors, and finds out what went wrong.')).toBeDefined()
    fireEvent.change(bundles, { target: { value: 'b1' } })
    fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
    const sent = () =>
      server.mock.calls.flatMap(([, { method, body }]) =>
        method === 'POST' && String(body).includes('people') ? [JSON.parse(String(body)).roles] : [],
      )
    await waitFor(() => expect(sent()).toEqual([own[0]?.roles]))
  })
})
