import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { LimitedConnection } from '../limited-connections.ts'

/** The output of `copy … to stdout`. A slow reader slows the database down. */
export function copyOut({ client }: LimitedConnection, statement: string): Readable {
  const copied = client.query(copyTo(statement))
  // The stream may report its end after it was abandoned.
  copied.on('error', () => {})
  return copied
}
