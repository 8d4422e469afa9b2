import { Readable } from 'node:stream'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { exportKinds } from '../platform/export/export-file.ts'
import { dayIn } from '../platform/time/day-in.ts'
import { keptBytes } from './kept-report.ts'
import { seenReport } from './seen-report.ts'

interface Asked {
  actor: Actor
  id: string
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

/** Sends the file of a report, or a range of it. Roles are checked now, and each download is on record. */
export async function sendReport(databases: Databases, masterKey: string, asked: Asked): Promise<FastifyReply> {
  const { actor, id, now, request, reply } = asked
  const { report, range } = await inTransaction(
    databases,
    actor,
    async (trx) => {
      const report = await readyReport(trx, actor, id, now)
      const range = rangeOf(request, report)
      if (range !== 'none') await record(trx, asked, report, range?.from ?? 0)
      return { report, range }
    },
    { doing: { command: 'download-report', from: request.ip } },
  )
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', `"${report.sha256}"`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${report.bytes}`).send()
  const { from, to } = range ?? { from: 0, to: report.bytes - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${report.bytes}`)
  return reply
    .type(exportKinds[report.format].type)
    .header('content-length', to + 1 - from)
    .header('content-disposition', dispositionOf(report))
    .send(Readable.from(keptBytes(databases.provider, masterKey, report, { from, to })))
}

type Ready = Awaited<ReturnType<typeof readyReport>>

/** A report with a file. One that expired, or has none, is not there. */
async function readyReport(trx: Trx, actor: Actor, id: string, now: Date) {
  const report = await seenReport(trx, actor, id)
  if (report.status === 'PENDING') throw new Refusal('report_pending')
  const { merchant_id, file_id, bytes, sha256, expires_at, name, created_at, time_zone } = report
  if (file_id === null || bytes === null || expires_at === null || expires_at <= now.toISOString())
    throw new Refusal('not_found')
  // A CHECK of the table has the formats.
  const format = report.format as keyof typeof exportKinds
  return { merchant_id, report_id: report.id, file_id, bytes, sha256, name, created_at, time_zone, format }
}

/**
 * The one range that a request asks for; undefined: the whole file, also where the ranges are several or of another version
 * of the file; `none`: a range beyond its end (RFC 9110, 14.1.2).
 */
function rangeOf(
  { headers }: FastifyRequest,
  { bytes, sha256 }: Ready,
): { from: number; to: number } | 'none' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const condition = headers['if-range']
  if (condition !== undefined && condition !== `"${sha256}"`) return undefined
  if (first === '') return Number(last) === 0 ? 'none' : { from: Math.max(0, bytes - Number(last)), to: bytes - 1 }
  const range = { from: Number(first), to: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
  if (last !== '' && Number(last) < range.from) return undefined
  return range.from >= bytes ? 'none' : range
}

async function record(trx: Trx, { actor, now, request }: Asked, report: Ready, first_byte: number): Promise<void> {
  const { id, created_at: at } = newId(now)
  await trx
    .insertInto('report_download')
    .values({
      ...{ merchant_id: report.merchant_id, report_id: report.report_id, id, at, first_byte },
      ...{ report_name: report.name, by_kind: actor.kind, by_id: actor.id, by_name: actor.name, ip: request.ip },
    })
    .execute()
}

function dispositionOf({ name, format, created_at, time_zone }: Ready): string {
  const whole = `${name}-${dayIn(time_zone, new Date(created_at))}.${exportKinds[format].extension}`
  const plain = whole.replaceAll(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(whole).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
