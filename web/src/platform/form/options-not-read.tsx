import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../api/api-client.ts'
import { useRefusalText } from '../api/refusal-text.ts'

interface Reading {
  data: unknown
  isPlaceholderData: boolean
  error: ApiRefusal | null
  refetch: () => unknown
}

/** What a field says in place of its options: that there are none is known once they have been read. */
export function useNothingFound(
  { data, isPlaceholderData, error }: Omit<Reading, 'refetch'>,
  none?: string,
): string | null {
  const { t } = useTranslation()
  if (error) return null
  return data === undefined || isPlaceholderData ? t('state.loading') : (none ?? t('form.no_options'))
}

/** Below a field whose options could not be read: the reason, and a button to try again. */
export function OptionsNotRead({ error, refetch }: Reading) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  if (!error) return null
  return (
    <Group role="alert" gap="xs" mt="xs">
      <Text size="sm" c="red">
        {textOf(error)}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
        {t('action.retry')}
      </Button>
    </Group>
  )
}
