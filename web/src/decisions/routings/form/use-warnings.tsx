import { Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import type { Found } from '../editor/finding.ts'

/** What the checker found: an error keeps the tree from being saved, and warnings are asked about once. */
export function useWarnings() {
  const { t } = useTranslation()
  const [found, setFound] = useState<readonly Found[]>([])
  const [answer, setAnswer] = useState<(isWanted: boolean) => void>()
  const asked = useRef('')
  const warnings = found.filter(({ level }) => level === 'warning')
  const error = found.find(({ level }) => level === 'error')
  const key = warnings.map(({ id }) => id).join(' ')
  const close = (isWanted: boolean) => {
    if (isWanted) asked.current = key
    answer?.(isWanted)
    setAnswer(undefined)
  }
  const dialog: ReactNode = (
    <ConfirmDialog
      opened={answer !== undefined}
      onClose={() => close(false)}
      title={t('routings.warnings_title')}
      verb={t('routings.save_anyway')}
      onConfirm={() => close(true)}
    >
      <Stack gap="xs">
        <Text size="sm">{t('routings.warnings_text')}</Text>
        <ul>
          {warnings.map(({ id, text }) => (
            <li key={id}>
              <Text size="sm">{text}</Text>
            </li>
          ))}
        </ul>
      </Stack>
    </ConfirmDialog>
  )
  return {
    setFound,
    dialog,
    /** The sentence about errors; null: there is none. */
    error: error ? t('routings.has_errors', { text: error.text }) : null,
    confirm: (): Promise<boolean> => {
      if (key === '' || key === asked.current) return Promise.resolve(true)
      return new Promise((resolve) => setAnswer(() => resolve))
    },
  }
}
