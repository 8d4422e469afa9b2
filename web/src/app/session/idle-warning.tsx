import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { clock } from './activity.ts'

// Whoever reaches for the button has moved, and is signed in for longer already: it must not vanish under the pointer.
const closesAfter_ms = 4_000
// Long before it is needed, and not while the first screen loads.
const loadsAfter_ms = 10_000

const loadDialog = () => import('./idle.dialog.tsx').then((module) => ({ default: module.IdleDialog }))
const IdleDialog = lazy(loadDialog)

/** Two minutes before a silent session ends: how long is left, and a button to stay. */
export function IdleWarning() {
  const seconds = useSyncExternalStore(clock.subscribe, clock.warning)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const isWarning = seconds !== undefined
  const { submit, isBusy } = useSubmit(async () => {
    await clock.stay()
    setOpen(false)
  })
  useEffect(() => {
    const timer = setTimeout(() => loadDialog().catch(() => {}), loadsAfter_ms)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isWarning) {
      setOpened(true)
      return setOpen(true)
    }
    const timer = setTimeout(() => setOpen(false), closesAfter_ms)
    return () => clearTimeout(timer)
  }, [isWarning])

  if (!wasOpened) return null
  return (
    <Suspense>
      <IdleDialog opened={isOpen} seconds={seconds} isBusy={isBusy} stay={() => void submit()} />
    </Suspense>
  )
}
