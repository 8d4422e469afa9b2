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
})
