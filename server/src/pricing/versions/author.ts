import type { Actor } from '../../platform/db/actor.ts'
import { providerId } from '../../platform/db/ids.ts'

/** Whoever writes a version: a person, or a program, which stays the same when its key is rotated. */
export const authorOf = (actor: Actor): string => actor.program ?? actor.id ?? providerId
