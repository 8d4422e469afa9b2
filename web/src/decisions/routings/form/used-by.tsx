import { routingProfilesEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../platform/api/reading.ts'

/** The shops for which a change counts at once. */
export function UsedBy({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data = [] } = useRead(routingProfilesEndpoint, { params: { id } })
  if (data.length === 0) return null
  const list = data.map(({ name }) => name).join(', ')
  return (
    <Text size="sm" my="xs">
      {t('routings.used_by', { count: data.length, list })}
    </Text>
  )
}
