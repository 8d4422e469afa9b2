import type { ReplyOf } from '@kontor/contract/endpoint'
import { checkTokenEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { useEffect, useState } from 'react'
import { ApiRefusal, call, isPassing } from '../../platform/api/api-client.ts'
import { refusalFrom } from '../../platform/api/use-submit.ts'
import { currentSession, endSession } from '../session.ts'
import { secretOf, spending } from './link-secrets.ts'

type Link = ReplyOf<typeof checkTokenEndpoint>

/**
 * Checks the link of a page without using it. A good link ends the session of this browser, on the server and here; a bad link
 * signs nobody out.
 */
export function useLink(path: string, purpose: 'password' | 'email') {
  const token = secretOf(path)
  const [link, setLink] = useState<Link>()
  const [refusal, setRefusal] = useState<ApiRefusal>()
  useEffect(() => {
    if (token === undefined) return
    let isWanted = true
    spending(path, look(token, purpose)).then(
      (found) => isWanted && setLink(found),
      (error) => isWanted && setRefusal(refusalFrom(error)),
    )
    return () => {
      isWanted = false
    }
  }, [path, token, purpose])
  return { link, refusal: refusal ?? (token === undefined ? new ApiRefusal('invalid_token', 422) : undefined) }
}

// Kept in memory only. Each link is checked once, because a good answer has already ended a session.
const looks = new Map<string, Promise<Link>>()

function look(token: string, purpose: 'password' | 'email'): Promise<Link> {
  const key = `${purpose} ${token}`
  const link = looks.get(key) ?? ask(token, purpose)
  looks.set(key, link)
  link.catch(() => looks.delete(key))
  return link
}

async function ask(token: string, purpose: 'password' | 'email', triesLeft = 2): Promise<Link> {
  try {
    const link = await call(checkTokenEndpoint, { body: { token, purpose } })
    if (currentSession()) endSession()
    return link
  } catch (error) {
    if (triesLeft === 0 || !isPassing(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, 500))
    return ask(token, purpose, triesLeft - 1)
  }
}
