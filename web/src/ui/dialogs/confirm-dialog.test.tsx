import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

const { show } = stage()

it.each([
  ['dangerous', true, 'Cancel'],
  ['harmless', false, 'Do it'],
] as const)(
  'A confirmation of something %s begins at the button for which Enter is right',
  async (_, isDangerous, name) => {
    show(
      <ConfirmDialog
        opened
        title="Sure?"
        verb="Do it"
        isDangerous={isDangerous}
        onClose={() => {}}
        onConfirm={() => {}}
      >
        It happens at once.
      </ConfirmDialog>,
    )
    const button = await screen.findByRole('button', { name })
    await waitFor(() => expect(document.activeElement).toBe(button))
  },
)
