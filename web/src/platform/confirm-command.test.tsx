import { mergeTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { ConfirmCommand } from './confirm-command.tsx'

const { server, show } = stage()
const done = vi.fn()

/** The parent may take a moment to close the dialog, and the dialog fades after that. */
function Slowly() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <ConfirmCommand
        endpoint={mergeTagEndpoint}
        params={{ id: '1' }}
        body={{ into: '2' }}
        opened={isOpen}
        onClose={() => setTimeout(() => setOpen(false), 200)}
        title="Merge?"
        text=""
        verb="Merge"
        done={done}
      />
      {!isOpen && (
        <button type="button" onClick={() => setOpen(true)}>
          Again
        </button>
      )}
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('sends once, however often its button is pressed until it is gone, and again when it is opened again', async () => {
  server.mockImplementation(async () => Response.json({ id: '1' }))
  show(<Slowly />)
  await screen.findByRole('button', { name: 'Merge' })
  press('Merge')
  press('Merge')
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  press('Merge')
  fireEvent.click(await screen.findByRole('button', { name: 'Again' }))
  expect(server).toHaveBeenCalledOnce()
  await screen.findByRole('button', { name: 'Merge' })
  press('Merge')
  await waitFor(() => expect(done).toHaveBeenCalledTimes(2))
})
