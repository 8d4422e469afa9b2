import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { keepField } from './keep-field.ts'
import { usePageTitle } from './page/page-title.ts'
import styles from './sign-in-frame.module.css'

interface SignInFrameProps {
  title: string
  subtitle: string
  children: ReactNode
  /** Shown below the card. */
  foot?: ReactNode
  /** Shown beside the card, where there is room, and otherwise below it. */
  beside?: ReactNode
}

/** The card of the pages before the sign-in. */
export function SignInFrame({ title, subtitle, children, foot, beside }: SignInFrameProps) {
  const { t } = useTranslation()
  usePageTitle(title)
  return (
    <main className={styles.frame} onMouseDown={keepField}>
      <div className={styles.cards}>
        <Paper className={styles.card} radius="lg">
          <Stack gap="lg">
            <Group gap={10}>
              <img src="/icon.svg" alt="" width={28} height={28} />
              <Text fw={650} size="lg">
                {t('login.product')}
              </Text>
            </Group>
            <div>
              <Title order={1}>{title}</Title>
              {subtitle && (
                <Text c="dimmed" size="sm" mt={4}>
                  {subtitle}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
        {beside}
      </div>
      {foot}
    </main>
  )
}
