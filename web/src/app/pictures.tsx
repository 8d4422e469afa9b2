import { Button, Code } from '@mantine/core'
import { IconAlertTriangle, IconMapQuestion } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'

/** Shown for a screen that crashed, which is a defect of ours. */
export function Crashed({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      role="alert"
      icon={<IconAlertTriangle />}
      title={t('state.crashed')}
      text={t('state.crashed_text')}
      action={<Button onClick={() => location.reload()}>{t('action.retry')}</Button>}
    >
      <Code>{error instanceof Error ? error.message : String(error)}</Code>
    </EmptyState>
  )
}

export function PageNotFound() {
  const { t } = useTranslation()
  usePageTitle(t('state.page_not_found'))
  return (
    <EmptyState
      isPage
      icon={<IconMapQuestion />}
      title={t('state.page_not_found')}
      text={t('state.page_not_found_text')}
      action={
        <Button component="a" href="/">
          {t('state.to_start')}
        </Button>
      }
    />
  )
}
