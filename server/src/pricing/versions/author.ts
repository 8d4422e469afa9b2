import type { Actor } from '../../platform/db/actor.ts'
import { providerId } from '../../platform/db/ids.ts'

/** Whoever writes a version. Programs belong to merchants and reach no scheme. */
export const authorOf = (actor: Actor): string => actor.id ?? providerId
