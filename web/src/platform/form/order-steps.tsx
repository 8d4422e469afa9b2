import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

/** A button that moves a row of an ordered list by one place. The row has `data-ordered`. */
export function OrderStep(props: { name: 'up' | 'down'; label: string; disabled: boolean; onClick: () => void }) {
  const Arrow = props.name === 'up' ? IconArrowUp : IconArrowDown
  return (
    <ActionIcon
      size={28}
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      data-do={props.name}
      onClick={props.onClick}
    >
      <Arrow size={16} />
    </ActionIcon>
  )
}

/** The focus follows a moved row. At the end of the list it goes to the button that moves back. */
export function useFollowedFocus() {
  const place = useRef<HTMLDivElement>(null)
  const wanted = useRef<{ ordered: string; step: string }>(undefined)
  useEffect(() => {
    const { ordered, step } = wanted.current ?? {}
    if (!ordered) return
    wanted.current = undefined
    const row = place.current?.querySelector(`[data-ordered="${ordered}"]`)
    const ways = [step, step === 'up' ? 'down' : 'up', 'toggle'].map((each) =>
      row?.querySelector<HTMLElement>(`[data-do="${each}"]:not(:disabled)`),
    )
    ways.find((each) => each)?.focus()
  })
  return {
    place,
    follow: (ordered: string, step: string) => {
      wanted.current = { ordered, step }
    },
  }
}
