import { addBankStatementEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { useUpload } from './use-upload.ts'

const { server, show } = stage()

it('a file that is handed in has read again what it changed, and what follows every command', async () => {
  server.mockImplementation(async () => Response.json({}))
  show(<Screen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Add' }))
  await waitFor(() => expect([settlements, waiting].map((each) => each.mock.calls.length)).toEqual([2, 2]))
  expect(customers).toHaveBeenCalledOnce()
})

const read = () => vi.fn(async () => 'read')
const [settlements, waiting, customers] = [read(), read(), read()]

function Screen() {
  useQuery({ queryKey: ['psp_settlement', null], queryFn: settlements })
  useQuery({ queryKey: ['home', null], queryFn: waiting, meta: { followsCommands: true } })
  useQuery({ queryKey: ['customer', null], queryFn: customers })
  const { send } = useUpload(addBankStatementEndpoint, { tooLarge: String, refused: String })
  return (
    <button type="button" onClick={() => void send([new File(['a'], 'a.xml')], { params: { id: 'b1' } })}>
      Add
    </button>
  )
}
