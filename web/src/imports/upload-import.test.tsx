import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { UploadImport } from './upload-import.tsx'

const { server, show } = stage()

it('says what an import lacks when it is sent, and keeps nothing of it when it is opened again', async () => {
  server.mockImplementation(async () => Response.json([]))
  show(<UploadImport opened onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Upload' }))
  expect(await screen.findByText('Choose a file')).toBeDefined()
  expect(screen.getByText('Select the organization')).toBeDefined()
  expect(server.mock.calls.some(([, { method }]) => method === 'POST')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText('Choose a file')).toBeNull()
})
