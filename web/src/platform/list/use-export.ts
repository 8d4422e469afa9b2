import type { Entity } from '@kontor/contract/entity'
import type { ExportFormat } from '@kontor/contract/list-query'
import { useEffect, useRef, useState } from 'react'
import { saveFile } from '../../ui/save-file.ts'
import { type ApiQuery, ApiRefusal, api } from '../api-client.ts'

export type ExportState =
  | { step: 'choose' }
  | { step: 'running'; bytes: number }
  | { step: 'done'; bytes: number }
  | { step: 'cancelled' }
  | { step: 'failed'; refusal: ApiRefusal }

interface ExportChoice {
  query: ApiQuery
  format: ExportFormat
  columns: readonly string[]
}

/** Reads a file piece by piece and hands it over only when it is whole: half a file looks like a small one. */
export function useExport(entity: Entity) {
  const [state, setState] = useState<ExportState>({ step: 'choose' })
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function start({ query, format, columns }: ExportChoice) {
    const controller = new AbortController()
    stop.current = controller
    setState({ step: 'running', bytes: 0 })
    try {
      const address = { ...query, _limit: undefined, _skip: undefined, format, _columns: columns.join(',') }
      const response = await api.stream(`/v1/${entity.resource}/export`, address, controller.signal)
      const pieces = await readAll(response, (bytes) => setState({ step: 'running', bytes }))
      const file = new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
      saveFile(file, nameOf(response) ?? `${entity.name}.${format}`)
      setState({ step: 'done', bytes: file.size })
    } catch (error) {
      // Aborted by hand, or because the dialog went away.
      if (controller.signal.aborted) return setState({ step: 'cancelled' })
      setState({ step: 'failed', refusal: error instanceof ApiRefusal ? error : new ApiRefusal('network', 0) })
    }
  }

  return { state, start, cancel: () => stop.current?.abort(), reset: () => setState({ step: 'choose' }) }
}

async function readAll(response: Response, onProgress: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>[]> {
  const reader = response.body?.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let shownAt = 0
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    bytes += value.byteLength
    // Ten times a second is enough to see that it moves.
    if (Date.now() - shownAt > 100) {
      shownAt = Date.now()
      onProgress(bytes)
    }
  }
  return pieces
}

const nameOf = (response: Response): string | undefined =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
