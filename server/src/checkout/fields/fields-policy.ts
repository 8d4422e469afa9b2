import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import type { CardFields } from '../../processors/manifest.ts'

/** The policy of a page with card fields: its own files, what the gateway's manifest adds, and Kontor alone around it. */
export function fieldsPolicy(fields: CardFields | undefined, mode: ProcessorMode, publicOrigin: string): string {
  const added = fields?.csp[mode] ?? {}
  const lines = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(added['script-src'] ?? [])],
    'style-src': ["'self'", ...(added['style-src'] ?? [])],
    'frame-src': orNone(added['frame-src']),
    'connect-src': orNone(added['connect-src']),
    'img-src': orNone(added['img-src']),
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [publicOrigin],
  }
  return Object.entries(lines)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

const orNone = (sources: readonly string[] = []) => (sources.length > 0 ? sources : ["'none'"])
