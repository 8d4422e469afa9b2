import { tagUsesEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useLabels } from '../platform/value/labels.ts'

/** The effect on the payments with a tag, and their number. */
export function TagUses({ id, said }: { id: string; said: 'tags.merge_text' | 'tags.delete_text' }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const textOf = useRefusalText()
  const { data, error } = useRead(tagUsesEndpoint, { params: { id } })
  if (!data) return error ? <Text size="sm">{textOf(error)}</Text> : <Skeleton height={40} />
  const count = data.transactions
  return <Text size="sm">{t(said, { count, formatted: labels.number(count) })}</Text>
}
