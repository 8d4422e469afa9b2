import { Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  /** What the part is about; empty where it speaks for itself. */
  text: string
  /** Shown to the right of the title. */
  action?: ReactNode
  children?: ReactNode
}

/** A part of a page, under its own heading. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {text && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </div>
        {action}
      </div>
      {children}
    </Paper>
  )
}
