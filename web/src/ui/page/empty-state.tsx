import { Box, Stack, Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  text?: string
  action?: ReactNode
  children?: ReactNode
  role?: 'alert' | 'status'
  /** True when it is the whole page: its title is then the heading. */
  isPage?: boolean
}

/** Shown when there is nothing else: the reason, and the next step. */
export function EmptyState({ icon, title, text, action, children, role, isPage = false }: EmptyStateProps) {
  return (
    <Stack align="center" gap={8} px="md" py={48} role={role} ta="center">
      <ThemeIcon variant="light" color="gray" size={44} radius="xl" aria-hidden="true">
        {icon}
      </ThemeIcon>
      <Text component={isPage ? 'h1' : 'p'} fw={600} fz="inherit" m={0}>
        {title}
      </Text>
      {text && (
        <Text size="sm" c="dimmed" maw={460}>
          {text}
        </Text>
      )}
      {children}
      {action && <Box mt={8}>{action}</Box>}
    </Stack>
  )
}
