import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './form-part.module.css'

interface FormPartProps {
  title: string
  text?: string
  children: ReactNode
}

/** A part of a long form, under its own heading. */
export function FormPart({ title, text, children }: FormPartProps) {
  return (
    <section className={styles.part} aria-label={title}>
      <div>
        <Title order={3} fz="md">
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </div>
      {children}
    </section>
  )
}

/** Fields beside each other, where there is room for two. */
export const FieldGrid = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>
