import type { Entity } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import type { ExportFormat } from '@kontor/contract/lists/list-defaults'
import { exportProgressEndpoint } from '@kontor/contract/platform/export.endpoints'
import { useEffect, useRef, useState } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { fileNameOf, saveFile } from '../../../ui/save-file.ts'
import { type ApiQuery, ApiRefusal, call } from '../../api/api-client.ts'

export type ExportState =
  | { step: 'choose' }
  /** `rows`: the number of rows that the server has written; undefined before its first answer. */
  | { step: 'running'; bytes: number; rows?: number }
  | { step: 'done'; bytes: number }
  | { step: 'cancelled' }
  | { step: 'failed'; refusal: ApiRefusal }

interface ExportChoice {
  query: ApiQuery
  format: ExportFormat
  columns: readonly string[]
}

/** Reads a file in pieces and saves it only when it is complete: half a file would look like a small one. */
export function useExport(entity: Entity) {
  const [state, setState] = useState<ExportState>({ step: 'choose' })
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function start({ query, format, columns }: ExportChoice) {
    const controller = new AbortController()
    stop.current = controller
    setState({ step: 'running', bytes: 0 })
    const update = (news: { bytes: number } | { rows: number }) =>
      setState((now) => (now.step === 'running' ? { ...now, ...news } : now))
    const progress = uuidv4()
    const stopAsking = askForRows(progress, (rows) => update({ rows }))
    try {
      const asked = {
        ...query,
        _limit: undefined,
        _skip: undefined,
        format,
        _columns: columns.join(','),
        _progress: progress,
      }
      const response = await call(entityEndpoints(entity).export, { query: asked, signal: controller.signal })
      const pieces = await readAll(response, (bytes) => update({ bytes }))
      const file = new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
      saveFile(file, fileNameOf(response) ?? `${entity.name}.${format}`)
      setState({ step: 'done', bytes: file.size })
    } catch (error) {
      // The person stopped it, or the dialog is gone.
      if (controller.signal.aborted) return setState({ step: 'cancelled' })
      setState({ step: 'failed', refusal: error instanceof ApiRefusal ? error : new ApiRefusal('network', 0) })
    } finally {
      stopAsking()
    }
  }

  return { state, start, cancel: () => stop.current?.abort(), reset: () => setState({ step: 'choose' }) }
}

/** Asks from time to time how many rows the file has. Without an answer, the progress is shown in bytes. */
function askForRows(id: string, onRows: (rows: number) => void): () => void {
  const controller = new AbortController()
  const ask = async () => {
    const known = await call(exportProgressEndpoint, { params: { id }, signal: controller.signal }).catch(
      () => undefined,
    )
    if (known && !controller.signal.aborted) onRows(known.rows)
  }
  const timer = setInterval(() => void ask(), 500)
  return () => {
    clearInterval(timer)
    controller.abort()
  }
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
    // Ten updates a second are enough to show progress.
    if (Date.now() - shownAt > 100) {
      shownAt = Date.now()
      onProgress(bytes)
    }
  }
  return pieces
}
