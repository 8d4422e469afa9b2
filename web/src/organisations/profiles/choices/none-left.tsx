import { Text } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

/** Removing the last one takes the pressed button away: the focus goes to the sentence in its place. */
export function NoneLeft({ takesFocus, children }: { takesFocus: boolean; children: ReactNode }) {
  const sentence = useRef<HTMLParagraphElement>(null)
  const take = useEffectEvent(() => takesFocus && sentence.current?.focus())
  useEffect(() => void take(), [])
  return (
    <Text ref={sentence} size="sm" fw={600} tabIndex={-1}>
      {children}
    </Text>
  )
}
