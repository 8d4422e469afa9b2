import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockTerminal } from './locked-terminal.ts'
import { setTerminalStatus } from './terminal-status.ts'

/** Refuses payments of a terminal until it is activated again. */
export const deactivateTerminal = async (trx: Trx, actor: Actor, id: string): Promise<void> =>
  setTerminalStatus(trx, await lockTerminal(trx, actor, id), 'INACTIVE')
