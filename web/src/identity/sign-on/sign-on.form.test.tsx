import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { SignOnForm } from './sign-on.form.tsx'

const { server, show } = stage()
const reply = {
  redirect_uri: 'https://kontor.example/login/return/m1',
  logout_uri: 'https://kontor.example/v1/sign-on/m1/logout',
  sign_on: null,
} as never

describe('the form of single sign-on', () => {
  it('asks for everything that it needs at once, before anything is sent', async () => {
    server.mockImplementation(async () => Response.json([]))
    show(<SignOnForm house={{ id: 'm1', name: 'Bloom' } as never} reply={reply} onClose={() => {}} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getAllByText('Fill this in')).toHaveLength(4))
    const marked = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')]
    expect(marked.map(({ labels }) => labels?.[0]?.textContent?.replace(' *', ''))).toEqual([
      'Address of the organisation’s sign-in (issuer)',
      'Client ID',
      'Client secret',
      'Mail domains',
    ])
    expect(server.mock.calls.some(([, { method }]) => method === 'PUT' || method === 'POST')).toBe(false)
  })
})
