import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A second line of a cell, so that a report of the provider is no wider than a screen. */
export const Below = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" span display="block">
    {children}
  </Text>
)
