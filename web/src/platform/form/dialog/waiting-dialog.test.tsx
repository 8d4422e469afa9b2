import { Button } from '@mantine/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, it } from 'vitest'
import { stage } from '../../../../test/stage.tsx'
import { ApiRefusal } from '../../api/api-client.ts'
import type { Sending } from '../use-sending.ts'
import { SendingDialog } from './sending-dialog.tsx'
import { WaitingDialog } from './waiting-dialog.tsx'

const { show } = stage()

it('gives the focus back to what opened it, also after a form came in its place', async () => {
  const opener = await open((close) => <Reading onClose={close} />)
  fireEvent.click(await screen.findByRole('button', { name: 'The answer comes' }))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(name))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('gives the focus back when the form came after a second try', async () => {
  const opener = await open((close) => <Reading onClose={close} fails />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  again.focus()
  fireEvent.click(again)
  fireEvent.click(await screen.findByRole('button', { name: 'The answer comes' }))
  await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('gives the focus back when it is closed while it waits', async () => {
  const opener = await open((close) => (
    <WaitingDialog title="Add a thing" reading={{ error: null, refetch: () => {} }} onClose={close} />
  ))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  fireEvent.keyDown(within(dialog).getByRole('heading', { name: 'Add a thing' }), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

/** What a dialog opens gives the focus back to the dialog, not to what is behind it. */
it('gives the focus back to a button of the dialog that it stood above', async () => {
  await open((close) => <WithAnother onClose={close} />)
  const another = await screen.findByRole('button', { name: 'Another' })
  another.focus()
  fireEvent.click(another)
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
  const [, second] = screen.getAllByRole('dialog')
  if (!second) throw new Error('no second dialog')
  await waitFor(() => expect(second.contains(document.activeElement)).toBe(true))
  fireEvent.click(within(second).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(another))
})

async function open(dialog: (close: () => void) => ReactNode): Promise<HTMLElement> {
  show(<Opener dialog={dialog} />)
  const opener = await screen.findByRole('button', { name: 'Add' })
  opener.focus()
  fireEvent.click(opener)
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  return opener
}

function Opener({ dialog }: { dialog: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add</Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

/** A reading whose answer comes when the test says so: the button is not of the dialog, and takes no focus. */
function Reading({ onClose, fails = false }: { onClose: () => void; fails?: boolean }) {
  const [error, setError] = useState(fails ? new ApiRefusal('internal', 500) : null)
  const [isThere, setThere] = useState(false)
  if (isThere) return <Form onClose={onClose} />
  return (
    <>
      <WaitingDialog title="Add a thing" reading={{ error, refetch: () => setError(null) }} onClose={onClose} />
      {!error && (
        <Button data-testid="answer" onClick={() => setThere(true)}>
          The answer comes
        </Button>
      )}
    </>
  )
}

function WithAnother({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Form onClose={onClose} more={<Button onClick={() => setOpen(true)}>Another</Button>} />
      {isOpen && <Form onClose={() => setOpen(false)} />}
    </>
  )
}

const sending: Sending = { isBusy: false, isUndecided: false, refusal: undefined, reset: () => {} }

const Form = ({ onClose, more }: { onClose: () => void; more?: ReactNode }) => (
  <SendingDialog
    opened
    onClose={onClose}
    title="Add a thing"
    verb="Save"
    isChanged={false}
    sending={sending}
    onSubmit={() => {}}
  >
    <label>
      Name <input />
    </label>
    {more}
  </SendingDialog>
)
