import { downloadReportEndpoint } from '@kontor/contract/reports/report.endpoints'
import type { Report } from '@kontor/contract/reports/report.entity'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiRefusal, call } from '../platform/api/api-client.ts'
import { readAgain } from '../platform/api/read-again.ts'
import { fileNameOf, saveFile } from '../ui/save-file.ts'

export type DownloadState =
  | { step: 'idle' }
  | { step: 'running'; bytes: number }
  | { step: 'done' }
  | { step: 'failed'; refusal: ApiRefusal }

/** The most times that a download goes on where it broke off. */
const mostBreaks = 5

/** Downloads the file of a report. It is saved only when it is whole: half a file would look like a small one. */
export function useReportDownload() {
  const [state, setState] = useState<DownloadState>({ step: 'idle' })
  const queries = useQueryClient()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function start(report: Pick<Report, 'id' | 'name'>) {
    const controller = new AbortController()
    stop.current?.abort()
    stop.current = controller
    setState({ step: 'running', bytes: 0 })
    try {
      const { file, name } = await wholeFile(report.id, controller.signal, (bytes) =>
        setState((now) => (now.step === 'running' ? { step: 'running', bytes } : now)),
      )
      saveFile(file, name ?? report.name)
      setState({ step: 'done' })
      void readAgain(queries, { queryKey: [downloadReportEndpoint.area] })
    } catch (error) {
      if (controller.signal.aborted) return
      setState({ step: 'failed', refusal: error instanceof ApiRefusal ? error : new ApiRefusal('network', 0) })
    }
  }

  return { state, isRunning: state.step === 'running', start }
}

async function wholeFile(id: string, signal: AbortSignal, onBytes: (bytes: number) => void) {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let name: string | undefined
  let type = ''
  let version = ''
  for (let breaks = 0; ; breaks += 1) {
    try {
      const headers: Record<string, string> = bytes > 0 ? { range: `bytes=${bytes}-`, 'if-range': version } : {}
      const response = await call(downloadReportEndpoint, { params: { id }, signal, headers })
      // Another version of the file, or a server that serves no ranges: it begins again.
      if (response.status === 200) {
        pieces.length = 0
        bytes = 0
      }
      name = fileNameOf(response) ?? name
      type = response.headers.get('content-type') ?? type
      version = response.headers.get('etag') ?? version
      for await (const piece of piecesOf(response)) {
        pieces.push(piece)
        bytes += piece.byteLength
        onBytes(bytes)
      }
      return { file: new Blob(pieces, { type }), name }
    } catch (error) {
      const isBroken = !(error instanceof ApiRefusal) || error.code === 'network'
      if (signal.aborted || !isBroken || breaks >= mostBreaks) throw error
    }
  }
}

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
