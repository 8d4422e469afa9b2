import { type FetchedFile, FetchRefused, type MissedFile, OutcomeUnknown } from '../gateway.ts'

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

/** Why there is no file, by the status of the answer. */
export function refusedFetch(status: number): FetchRefused | OutcomeUnknown {
  if (status === 401) return new FetchRefused('credential_refused')
  return status === 403 ? new FetchRefused('not_permitted') : new OutcomeUnknown(`answered ${status}`)
}
