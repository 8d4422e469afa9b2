import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './page-head.module.css'
import { usePageTitle } from './page-title.ts'

/** The name and the description of a screen. The children are its actions. */
export function PageHead({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  usePageTitle(title)
  return (
    <header className={styles.head}>
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      <div className={styles.actions}>{children}</div>
    </header>
  )
}
