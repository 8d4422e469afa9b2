import { entities } from '../entities.ts'
import type { Entity } from '../entity.ts'
import { bookedLists } from './booked/booked-lists.ts'

/** Everything with a list: the entities, and what the ledger booked. */
export const listedEntities: readonly Entity[] = [...entities, ...bookedLists]

/** The entity whose list a type of report is of. */
export const reportedEntity = (type: string): Entity | undefined => listedEntities.find(({ name }) => name === type)
