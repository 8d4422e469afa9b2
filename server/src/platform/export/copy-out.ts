import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { ExportConnection } from '../export-connections.ts'

/** What `copy … to stdout` gives. A slow reader slows the database. */
export function copyOut({ client }: ExportConnection, statement: string): Readable {
  const copied = client.query(copyTo(statement))
  // It may report its end after it was given up.
  copied.on('error', () => {})
  return copied
}
