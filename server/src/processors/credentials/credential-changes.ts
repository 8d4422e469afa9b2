import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader, Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { StoredProcessor } from '../seen-processor.ts'

interface CredentialChange {
  at: string
  actor_name: string | null
}

interface CredentialChanges {
  /** The number of the last change of either: a command names it, so that it changes what its caller has seen. */
  version: number
  present: CredentialChange | undefined
  second: CredentialChange | undefined
}

/** The last change of each of a processor's credentials: the trail of changes says when and by whom it was changed. */
export async function credentialChanges(
  db: Reader,
  { merchant_id, id }: Pick<StoredProcessor, 'merchant_id' | 'id'>,
  entity: 'processor' | 'processor_settlement' = 'processor',
): Promise<CredentialChanges> {
  const { rows } = await sql<CredentialChange & { version: number; secrets: string[] }>`
    select version, at, actor_name, secrets from change
    where merchant_id = ${merchant_id} and entity = ${entity} and item_id = ${id}
      and secrets && array['credential', 'second_credential']
    order by version desc`.execute(db)
  const last = (column: string) => rows.find(({ secrets }) => secrets.includes(column))
  return { version: rows[0]?.version ?? 0, present: last('credential'), second: last('second_credential') }
}

/** Of two people who change credentials at once, the second one would undo what the first one did. */
export async function requireCredentialVersion(
  trx: Trx,
  found: Locked<StoredProcessor>,
  version: number,
): Promise<void> {
  if ((await credentialChanges(trx, found)).version !== version) throw new Refusal('credential_changed')
}
