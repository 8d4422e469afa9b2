import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

/** A welcome mail, which invites nobody. */
export async function welcomeMail(
  { db, next }: Making,
  given: { name?: string; content?: string; content_en?: string | null } = {},
): Promise<string> {
  const { id, created_at } = newId(new Date())
  await db
    .insertInto('welcome_mail')
    .values({
      id,
      created_at,
      name: given.name ?? `welcome mail ${next()}`,
      content: given.content ?? 'Hallo [name]: [url]',
      content_en: given.content_en ?? null,
    })
    .execute()
  return id
}
