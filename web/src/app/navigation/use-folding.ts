import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { useViewer } from '../../platform/viewer.ts'
import type { GroupLabel } from '../screens.ts'

type Choices = { readonly [L in GroupLabel]?: boolean }

/**
 * Which groups of the navigation are open. The choices of a person are stored per user in this browser. The group of the
 * current page opens whenever the page enters it, and stays open until the person folds it or loads the page again.
 */
export function useFolding(current: GroupLabel | undefined, openAtFirst: GroupLabel | undefined) {
  const { id } = useViewer()
  const [stored, setStored] = useLocalStorage<Choices>({
    key: `kontor.navigation.${id}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const [here, setHere] = useState<Choices>(() => (current ? { [current]: true } : {}))
  const [entered, setEntered] = useState(current)
  if (entered !== current) {
    setEntered(current)
    if (current) setHere({ ...here, [current]: true })
  }
  const isOpen = (label: GroupLabel): boolean => here[label] ?? stored[label] ?? label === openAtFirst
  const toggle = (label: GroupLabel) => {
    const choice = { [label]: !isOpen(label) }
    setHere({ ...here, ...choice })
    setStored({ ...stored, ...choice })
  }
  return { isOpen, toggle }
}
