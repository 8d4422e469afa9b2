import type { TerminalEvent, TerminalEventKind } from '@kontor/contract/terminals/terminal.schemas'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'

export interface NewTerminalEvent {
  merchant: string
  terminal: string
  kind: TerminalEventKind
  before?: string | null
  after?: string | null
}

/** Puts on record what somebody does with a terminal, in the transaction that does it. */
export async function recordTerminalEvent(trx: Trx, actor: Actor, event: NewTerminalEvent): Promise<void> {
  await trx
    .insertInto('terminal_event')
    .values({
      merchant_id: event.merchant,
      terminal_id: event.terminal,
      kind: event.kind,
      before: event.before ?? null,
      after: event.after ?? null,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
    })
    .execute()
}

const most = 500

/** The record of a terminal that the caller has already been shown to see, newest first. */
export async function terminalEvents(db: Reader, merchant: string, terminal: string): Promise<TerminalEvent[]> {
  const { rows } = await sql<TerminalEvent>`
    select id, at, kind, before, after, actor_kind, actor_name from terminal_event
    where merchant_id = ${merchant} and terminal_id = ${terminal} order by id desc limit ${most}`.execute(db)
  return rows
}
