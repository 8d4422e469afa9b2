import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockTerminal } from './locked-terminal.ts'
import { setTerminalStatus } from './terminal-status.ts'

/** Lets a terminal take payments again. */
export const activateTerminal = async (trx: Trx, actor: Actor, id: string): Promise<void> =>
  setTerminalStatus(trx, await lockTerminal(trx, actor, id), 'ACTIVE')
