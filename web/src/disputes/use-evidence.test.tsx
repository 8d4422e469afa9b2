import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { EvidenceFiles } from './evidence-files.tsx'
import { useEvidence } from './use-evidence.ts'

const { server, show } = stage()

const keys: (string | undefined)[] = []

it('a file whose answer was lost is chosen again under the same key, another under another', async () => {
  const answers = [() => Promise.reject(new TypeError('no network')), kept, kept]
  server.mockImplementation(async (_address, { method, headers }) => {
    if (method === 'GET') return Response.json([])
    keys.push(new Headers(headers).get('idempotency-key') ?? undefined)
    return answers[keys.length - 1]?.() ?? Promise.reject(new TypeError('one too many'))
  })
  show(<Evidence />)
  await choose('letter.pdf')
  await screen.findByRole('alert')
  await choose('letter.pdf')
  await choose('photo.pdf')
  const [lost, again, another] = keys
  expect(lost).toMatch(/^[0-9a-f-]{36}$/)
  expect(again).toBe(lost)
  expect(another).not.toBe(lost)
})

const kept = async () => Response.json({ id: 'e1' }, { status: 201 })

function Evidence() {
  return <EvidenceFiles evidence={useEvidence('c1')} mayChange />
}

/** As a person does: each time the browser makes another `File` of the same file. */
async function choose(name: string): Promise<void> {
  const sent = keys.length
  await screen.findByRole('button', { name: 'Add files' })
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('there is no field for files')
  fireEvent.change(input, {
    target: { files: [new File(['%PDF-1.7'], name, { type: 'application/pdf', lastModified: 1 })] },
  })
  await waitFor(() => expect(keys.length).toBe(sent + 1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add files' })).toHaveProperty('disabled', false))
}
