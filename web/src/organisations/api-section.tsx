import { Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import './api-settings.css'

interface SectionProps {
  title: string
  text: string
  action?: ReactNode
  children: ReactNode
}

export function Section({ title, text, action, children }: SectionProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder className="api-section" aria-labelledby={id}>
      <div className="api-section-head">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {action}
      </div>
      {children}
    </Paper>
  )
}
