import { fileNameHeader } from '@kontor/contract/platform/file-name.rules'
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

it('a file that is stored before the first list arrives is in the list', async () => {
  const lists: ((files: unknown[]) => void)[] = []
  server.mockImplementation(async (_address, { method }) => {
    if (method !== 'GET') return kept()
    return new Promise((answer) => lists.push((files) => answer(Response.json(files))))
  })
  show(<Evidence />)
  await pick('letter.pdf')
  await waitFor(() => expect(lists.length).toBe(2))
  lists[1]?.([file])
  lists[0]?.([])
  await screen.findByRole('link', { name: 'letter.pdf' })
})

it('a file that is chosen as soon as the refusal of another one is read is sent', async () => {
  const sent: string[] = []
  server.mockImplementation(async (_address, { method, headers }) => {
    if (method === 'GET') return new Promise((answer) => setTimeout(() => answer(Response.json([])), 50))
    sent.push(new Headers(headers).get(fileNameHeader) ?? '')
    return sent.length > 1 ? kept() : Response.json({ code: 'file_type', message: 'no' }, { status: 400 })
  })
  show(<Evidence />)
  await pick('virus.pdf')
  await screen.findByRole('alert')
  await pick('letter.pdf')
  await waitFor(() => expect(sent).toEqual(['virus.pdf', 'letter.pdf']))
})

const file = {
  ...{ id: 'e1', name: 'letter.pdf', size: 8, content_type: 'application/pdf' },
  ...{ created_by: 'Lotte', created_at: '2026-11-01T10:00:00.000Z' },
}

const kept = async () => Response.json({ id: 'e1' }, { status: 201 })

function Evidence() {
  return <EvidenceFiles evidence={useEvidence('c1')} mayChange />
}

async function choose(name: string): Promise<void> {
  const sent = keys.length
  await pick(name)
  await waitFor(() => expect(keys.length).toBe(sent + 1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add files' })).toHaveProperty('disabled', false))
}

/** As a person does: each time the browser makes another `File` of the same file. */
async function pick(name: string): Promise<void> {
  await screen.findByRole('button', { name: 'Add files' })
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('there is no field for files')
  fireEvent.change(input, {
    target: { files: [new File(['%PDF-1.7'], name, { type: 'application/pdf', lastModified: 1 })] },
  })
}
