import type { FetchedFile, MissedFile } from '../gateway.ts'

/** What came of a download. Without content, it was too long to be kept. */
export function fetchedOrMissed({
  batch,
  name,
  content,
}: {
  batch: string
  name: string
  content: Buffer | undefined
}): FetchedFile | MissedFile {
  if (!content) return { batch, missed: 'file_too_large' }
  return content.length === 0 ? { batch, missed: 'file_empty' } : { batch, name, content }
}
