import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { openBytes, sealBytes } from '../platform/secrets/sealed.ts'

/** The pieces of a file that one try wrote. */
export interface FileOf {
  merchant_id: string
  report_id: string
  file_id: string
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** More would cost more than it spares: most of a file's cost is what the database writes. */
const quickly = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Bytes of a piece before it is compressed and sealed; the last one is shorter. */
export const pieceBytes = 1024 * 1024

/**
 * Keeps one piece. Its commit does not wait for the disk: the report's end, which names the file, is committed after it and
 * does. A piece that was moved, exchanged or taken for the last one does not open.
 */
export async function keepPiece(
  db: Reader,
  masterKey: string,
  of: FileOf,
  number: number,
  isLast: boolean,
  piece: Buffer,
): Promise<void> {
  const smaller = await compress(piece, quickly)
  // A workbook is compressed already.
  const isCompressed = smaller.length < piece.length
  const content = sealBytes(masterKey, placeOf(of, number, isLast), isCompressed ? smaller : piece)
  await sql`with at_once as (select set_config('synchronous_commit', 'off', true))
    insert into report_piece (merchant_id, report_id, file_id, number, compressed, content)
    select ${of.merchant_id}, ${of.report_id}, ${of.file_id}, ${number}, ${isCompressed}, ${content} from at_once`.execute(
    db,
  )
}

/** The bytes of a file from one place to another, both inclusive, piece by piece, each read when it is asked for. */
export async function* keptBytes(
  db: Reader,
  masterKey: string,
  of: FileOf & { bytes: number },
  { from, to }: { from: number; to: number },
): AsyncGenerator<Buffer> {
  const lastPiece = Math.max(0, Math.ceil(of.bytes / pieceBytes) - 1)
  for (let number = Math.floor(from / pieceBytes); number * pieceBytes <= to; number += 1) {
    const kept = await db
      .selectFrom('report_piece')
      .select(['content', 'compressed'])
      .where('merchant_id', '=', of.merchant_id)
      .where('report_id', '=', of.report_id)
      .where('file_id', '=', of.file_id)
      .where('number', '=', number)
      .executeTakeFirst()
    // The report was deleted or expired meanwhile. The connection breaks, so half a file is not taken for a whole one.
    if (!kept) throw new Error('a piece of the report is no longer kept')
    const opened = openBytes(masterKey, placeOf(of, number, number === lastPiece), kept.content)
    const piece = kept.compressed ? await decompress(opened) : opened
    const start = number * pieceBytes
    yield piece.subarray(Math.max(0, from - start), to + 1 - start)
  }
}

/** Where a piece belongs: it opens nowhere else. */
const placeOf = ({ merchant_id, report_id, file_id }: FileOf, number: number, isLast: boolean) => ({
  merchant: merchant_id,
  record: `report/${report_id}/${file_id}/${number}${isLast ? '/last' : ''}`,
})
