import type { Reader, Trx } from '../platform/db/database.ts'
import { openBytes, sealBytes } from '../platform/secrets/sealed.ts'
import { ImportProblem } from './file/problem.ts'

interface Of {
  merchant_id: string
  id: string
}

const pieceBytes = 256 * 1024

/** Keeps a file in sealed pieces. A piece that was moved or exchanged does not open. */
export async function keepFile(trx: Trx, of: Of, content: Buffer, masterKey: string): Promise<void> {
  for (let number = 0; number * pieceBytes < content.length; number += 1) {
    const piece = content.subarray(number * pieceBytes, (number + 1) * pieceBytes)
    await trx
      .insertInto('import_piece')
      .values({
        merchant_id: of.merchant_id,
        import_id: of.id,
        number,
        content: sealBytes(masterKey, placeOfPiece(of, number), piece),
      })
      .execute()
  }
}

/** The bytes of a kept file, piece by piece, each read when it is asked for. */
export async function* keptFile(
  db: Reader,
  of: Of & { bytes: number | null },
  masterKey: string,
): AsyncGenerator<Buffer> {
  const pieces = Math.ceil((of.bytes ?? 0) / pieceBytes)
  for (let number = 0; number < pieces; number += 1) {
    const piece = await db
      .selectFrom('import_piece')
      .select('content')
      .where('merchant_id', '=', of.merchant_id)
      .where('import_id', '=', of.id)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!piece) throw new ImportProblem('The file is no longer kept.', 'file_gone')
    yield openBytes(masterKey, placeOfPiece(of, number), piece.content)
  }
}

/** Where a piece belongs: it opens nowhere else. */
export const placeOfPiece = ({ merchant_id, id }: Of, number: number) => ({
  merchant: merchant_id,
  record: `import/${id}/${number}`,
})
