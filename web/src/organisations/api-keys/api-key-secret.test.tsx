import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { ApiKeySecret } from './api-key-secret.tsx'

const { show } = stage()

describe('the secret of a new key, which is shown once', () => {
  it('goes away by the button that says it is kept, and not by Escape', async () => {
    const close = vi.fn()
    show(<ApiKeySecret made={{ secret: 'kontor_secret', prefix: 'kontor_se' } as never} onClose={close} />)
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    expect(close).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'I have saved the key' }))
    expect(close).toHaveBeenCalledOnce()
  })

  it.each([
    ['2027-03-04T22:59:59.999Z', /^The new key works until .*2027/],
    [null, /^The new key does not expire/],
  ])('says when the key that ends at %s ends', async (expires_at, text) => {
    show(<ApiKeySecret made={{ secret: 'kontor_secret', prefix: 'k', expires_at } as never} onClose={() => {}} />)
    const dialog = await screen.findByRole('dialog')
    expect(
      [...dialog.querySelectorAll('p')].map(({ textContent }) => textContent).some((each) => text.test(each)),
    ).toBe(true)
  })
})
