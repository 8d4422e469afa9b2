import { demoEndpoint } from '@kontor/contract/identity/demo.endpoints'
import type { Demo } from '@kontor/contract/identity/demo.schemas'
import { useEffect, useState } from 'react'
import { call } from '../../platform/api/api-client.ts'

/** What a demo tells of itself. Undefined until it has answered, and when it does not. */
export function useDemo(): Demo | undefined {
  const [demo, setDemo] = useState<Demo>()
  useEffect(() => {
    const leaving = new AbortController()
    call(demoEndpoint, { signal: leaving.signal }).then(setDemo, () => {})
    return () => leaving.abort()
  }, [])
  return demo
}
