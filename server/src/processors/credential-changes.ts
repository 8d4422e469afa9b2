import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import type { StoredProcessor } from './seen-processor.ts'

interface CredentialChange {
  version: number
  at: string
  actor_name: string | null
  command: string | null
}

/** The last change of each of a processor's credentials: the trail of changes says when and by whom it was changed. */
export async function credentialChanges(
  db: Reader,
  { merchant_id, id }: Pick<StoredProcessor, 'merchant_id' | 'id'>,
): Promise<{ present: CredentialChange | undefined; second: CredentialChange | undefined }> {
  const { rows } = await sql<CredentialChange & { secrets: string[] }>`
    select version, at, actor_name, command, secrets from change
    where merchant_id = ${merchant_id} and entity = 'processor' and item_id = ${id}
      and secrets && array['credential', 'second_credential']
    order by version desc`.execute(db)
  const last = (column: string) => rows.find(({ secrets }) => secrets.includes(column))
  return { present: last('credential'), second: last('second_credential') }
}
