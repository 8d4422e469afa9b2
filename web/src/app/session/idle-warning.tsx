import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { clock } from './activity.ts'

// A person who moves towards the button has already extended the session. The dialog must not vanish under the pointer,
// so it stays open for a while.
const closesAfter_ms = 4_000
// The dialog is loaded long before it is needed, but not while the first screen loads.
const loadsAfter_ms = 10_000

const loadDialog = () => import('./idle.dialog.tsx').then((module) => ({ default: module.IdleDialog }))
const IdleDialog = lazy(loadDialog)

/** Two minutes before a quiet session ends: shows the remaining time, and a button to stay. */
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
