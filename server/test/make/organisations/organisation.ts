import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

export async function organisation(
  { db, next }: Making,
  merchant: string,
  given: { parent?: string; name?: string; depth?: number } = {},
): Promise<string> {
  const { id } = newId(new Date())
  await db
    .insertInto('organisation')
    .values({
      merchant_id: merchant,
      id,
      parent_id: given.parent ?? merchant,
      name: given.name ?? `Organisation ${next()}`,
      depth: given.depth ?? 1,
    })
    .execute()
  return id
}
