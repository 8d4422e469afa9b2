import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { toldTo } from '../../platform/changes/own-people.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { StoredProcessor } from '../seen-processor.ts'

interface CredentialChange {
  at: string
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
}

interface CredentialChanges<Change = CredentialChange> {
  /** The number of the last change of either: a command names it, so that it changes what its caller has seen. */
  version: number
  present: Change | undefined
  second: Change | undefined
}

/** The last change of each of a processor's credentials: the trail of changes says when and by whom it was changed. */
export async function credentialChanges(
  db: Reader,
  { merchant_id, id }: Pick<StoredProcessor, 'merchant_id' | 'id'>,
  entity: 'processor' | 'processor_settlement' = 'processor',
): Promise<CredentialChanges> {
  const { rows } = await sql<CredentialChange & { version: number; secrets: string[] }>`
    select version, at, actor_kind, actor_id, actor_name, secrets from change
    where merchant_id = ${merchant_id} and entity = ${entity} and item_id = ${id}
      and secrets && array['credential', 'second_credential']
    order by version desc`.execute(db)
  const last = (column: string) => rows.find(({ secrets }) => secrets.includes(column))
  return { version: rows[0]?.version ?? 0, present: last('credential'), second: last('second_credential') }
}

/** The same, as the actor may know who changed them. `accounts` reads all users. */
export async function toldCredentialChanges(
  db: Reader,
  accounts: Reader,
  actor: Actor,
  found: Pick<StoredProcessor, 'merchant_id' | 'id'>,
): Promise<CredentialChanges<Omit<CredentialChange, 'actor_id'>>> {
  const { version, present, second } = await credentialChanges(db, found)
  const told = async (change: CredentialChange | undefined) =>
    change && (await toldTo(actor, accounts, found.merchant_id, [change]))[0]
  return { version, present: await told(present), second: await told(second) }
}

/** Of two people who change credentials at once, the second one would undo what the first one did. */
export async function requireCredentialVersion(
  trx: Trx,
  found: Locked<StoredProcessor>,
  version: number,
): Promise<void> {
  if ((await credentialChanges(trx, found)).version !== version) throw new Refusal('credential_changed')
}
