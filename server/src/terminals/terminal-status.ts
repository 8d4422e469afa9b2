import type { TerminalStatus } from '@kontor/contract/terminals/terminal.entity'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockTerminal } from './locked-terminal.ts'

export async function setTerminalStatus(trx: Trx, actor: Actor, id: string, status: TerminalStatus): Promise<void> {
  const { merchant_id: merchant, status: before } = await lockTerminal(trx, actor, id)
  if (before === status) return
  await trx.updateTable('terminal').set({ status }).where('merchant_id', '=', merchant).where('id', '=', id).execute()
}
