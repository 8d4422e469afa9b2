import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'

export async function tag(
  { db, next }: Making,
  merchant: string,
  given: { text?: string; color?: string; organisation?: string } = {},
): Promise<string> {
  const { id } = newId(new Date())
  await db
    .insertInto('tag')
    .values({
      merchant_id: merchant,
      id,
      organisation_id: given.organisation ?? merchant,
      text: given.text ?? `tag ${next()}`,
      color: given.color ?? '#336699',
    })
    .execute()
  return id
}
